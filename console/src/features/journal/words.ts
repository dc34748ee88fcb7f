import type { Language, Text } from '@vigil/contract/kernel/text.ts'

/** What stands in rows that tell of no noun's record. */
const keys: Readonly<Record<string, Text>> = {
  name: { zh: '名称', en: 'Name' },
  size: { zh: '大小（字节）', en: 'Size (bytes)' },
  type: { zh: '文件类型', en: 'File type' },
  sha256: { zh: '文件指纹', en: 'Fingerprint' },
  purpose: { zh: '用途', en: 'Purpose' },
  file: { zh: '文件', en: 'File' },
  files: { zh: '文件数', en: 'Files' },
  rows: { zh: '行数', en: 'Rows' },
  filter: { zh: '筛选条件', en: 'Filter' },
  mode: { zh: '方式', en: 'Mode' },
  created: { zh: '新增', en: 'Created' },
  updated: { zh: '更新', en: 'Updated' },
  skipped: { zh: '不变', en: 'Unchanged' },
  wrong: { zh: '错误', en: 'Errors' },
  features: { zh: '要素数', en: 'Features' },
  alarms: { zh: '报警数', en: 'Alarms' },
  positions: { zh: '定位数', en: 'Positions' },
  dataLimit: { zh: '数据上限（字节）', en: 'Data limit (bytes)' },
  lastId: { zh: '最后一条', en: 'Last row' },
  from: { zh: '起', en: 'From' },
  to: { zh: '止', en: 'To' },
  startTime: { zh: '开始时间', en: 'From' },
  endTime: { zh: '结束时间', en: 'To' },
  seal: { zh: '封存指纹', en: 'Seal fingerprint' },
  deviceType: { zh: '设备类型', en: 'Device type' },
  deviceId: { zh: '设备编号', en: 'Device' },
  replacedBy: { zh: '替换为', en: 'Replaced by' },
  revokedAt: { zh: '失效时间', en: 'Expires' },
}
/** What people call a key of a row; the key itself where nobody named it. */
export const keyName = (key: string, language: Language): string => keys[key]?.[language] ?? key
