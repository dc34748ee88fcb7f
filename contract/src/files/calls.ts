import type { Needs } from '../kernel/call.ts'
import { plannedCall } from '../kernel/shapes.ts'

const attachesFiles: Needs = {
  anyOf: [
    'siteMgmt:edit',
    'userMgmt:edit',
    'hatMgmt:edit',
    'insideBuildingAreaMgmt:edit',
    'cameraMgmt:edit',
    'broadcastMgmt:edit',
    'noticeRecordMgmt:edit',
    'visitRecordMgmt:edit',
    'planRegisterMgmt:edit',
    'planResultMgmt:edit',
    'dutyImportMgmt:edit',
    'dataImportMgmt:edit',
    'versionMgmt:edit',
  ],
}

export const fileCalls = {
  uploadFile: plannedCall('/sys/load/uploadFile', { zh: '上传文件', en: 'Upload a file' }, attachesFiles),
  clearAttachmentFile: plannedCall(
    '/sys/load/clearAttachmentFile',
    { zh: '清除附件', en: 'Remove an attachment' },
    attachesFiles,
  ),

  createQrCode: plannedCall('/qrCode/createQrCode', { zh: '生成二维码', en: 'Make a QR code' }, 'signedIn'),
}
