import type { DomainName } from '../kernel/domain.ts'

export const fileDomain = {
  order: 200,
  zh: '文件',
  en: 'Files',
  logged: { file: { zh: '文件', en: 'File', title: 'name' } },
  loggedKeys: {
    size: { zh: '大小（字节）', en: 'Size (bytes)' },
    type: { zh: '文件类型', en: 'File type' },
    sha256: { zh: '文件指纹', en: 'Fingerprint' },
    purpose: { zh: '用途', en: 'Purpose' },
    files: { zh: '文件数', en: 'Files' },
  },
  asked: {
    purpose: { zh: '用途', en: 'Purpose' },
    text: { zh: '二维码内容', en: 'Content of the QR code' },
    size: { zh: '二维码边长', en: 'Size of the QR code' },
    file: { zh: '文件', en: 'File' },
  },
} as const satisfies DomainName
