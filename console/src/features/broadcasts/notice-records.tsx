import { broadcastCalls } from '@vigil/contract/broadcasts/calls.ts'
import { noticeRecord } from '@vigil/contract/broadcasts/notice-record.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { NoticeReceipts } from './notice-receipts.tsx'
import { basics } from '../../shared/spec/groups.ts'

/** 通知记录: who was told what, and when. */
export const NoticeRecords = listScreen(noticeRecord, {
  calls: {
    list: broadcastCalls.listBsNoticeRecordAll,
    save: broadcastCalls.saveBsNoticeRecord,
    remove: broadcastCalls.deleteBsNoticeRecordById,
  },
  columns: [
    'title',
    { field: 'content', width: 320 },
    'channel',
    'target',
    'deptName',
    'sender',
    'sendTime',
    { field: 'remark', hidden: true },
  ],
  form: [{ title: basics, fields: ['title', 'content', 'channel', 'target', 'deptId', 'remark', 'sender', 'sendTime'] }],
  below: NoticeReceipts,
  departments: false,
  sort: '-sendTime',
  icon: 'message',
})
