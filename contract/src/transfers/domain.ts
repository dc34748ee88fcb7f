import type { DomainName } from '../kernel/domain.ts'

export const transferDomain = {
  order: 170,
  zh: '导入导出',
  en: 'Import and export',
  asked: {
    noun: { zh: '记录种类', en: 'Kind of records' },
    filter: { zh: '筛选条件', en: 'Filter' },
    fields: { zh: '导出的列', en: 'Columns' },
    format: { zh: '文件格式', en: 'File format' },
    fileId: { zh: '文件', en: 'File' },
    sheet: { zh: '工作表', en: 'Sheet' },
    existing: { zh: '已有记录的处理方式', en: 'What becomes of existing records' },
    mode: { zh: '导入方式', en: 'Way of importing' },
    kind: { zh: '任务类型', en: 'Kind of task' },
  },
} as const satisfies DomainName
