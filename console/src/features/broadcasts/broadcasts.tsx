import { broadcast } from '@vigil/contract/broadcasts/broadcast.ts'
import { broadcastCalls } from '@vigil/contract/broadcasts/calls.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { basics } from '../../shared/spec/groups.ts'

/** 播报内容: what helmets and speakers say. */
export const Broadcasts = listScreen(broadcast, {
  calls: {
    list: broadcastCalls.listBsBroadcastAll,
    save: broadcastCalls.saveBsBroadcast,
    remove: broadcastCalls.deleteBsBroadcastById,
  },
  columns: [
    'name',
    'kind',
    { field: 'content', width: 420 },
    { field: 'times', width: 100 },
    'enable',
    { field: 'remark', hidden: true },
  ],
  form: [{ title: basics, fields: ['name', 'kind', 'content', 'times', 'enable', 'remark'] }],
  icon: 'horn',
})
