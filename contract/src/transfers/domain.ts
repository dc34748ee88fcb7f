import type { DomainName } from '../kernel/domain.ts'

export const transferDomain = {
  order: 170,
  zh: '导入导出',
  en: 'Import and export',
  loggedKeys: {
    file: { zh: '文件', en: 'File' },
    rows: { zh: '行数', en: 'Rows' },
    filter: { zh: '筛选条件', en: 'Filter' },
    mode: { zh: '方式', en: 'Mode' },
    created: { zh: '新增', en: 'Created' },
    updated: { zh: '更新', en: 'Updated' },
    skipped: { zh: '不变', en: 'Unchanged' },
    wrong: { zh: '错误', en: 'Errors' },
  },
  asked: {
    noun: { zh: '记录种类', en: 'Record type' },
    filter: { zh: '筛选条件', en: 'Filter' },
    fields: { zh: '导出的列', en: 'Columns' },
    format: { zh: '文件格式', en: 'File format' },
    fileId: { zh: '文件', en: 'File' },
    sheet: { zh: '工作表', en: 'Sheet' },
    existing: { zh: '已有记录的处理方式', en: 'Existing records' },
    mode: { zh: '导入方式', en: 'Import mode' },
    kind: { zh: '任务类型', en: 'Task type' },
  },
} as const satisfies DomainName
