import { z } from 'zod'
import { call, nothing, type Needs } from '../kernel/call.ts'
import { listing } from '../kernel/listings.ts'
import { deleteCall, id, listCall, text } from '../kernel/shapes.ts'
import { gateAct, gateCommand, gateControl, gateControlForm, longestGateReason } from './entities.ts'

const sees: Needs = { anyOf: ['barrierGateMgmt'] }
const edits: Needs = { anyOf: ['barrierGateMgmt:edit'] }
const opens: Needs = { anyOf: ['gate:open'] }
const seesCommands: Needs = { anyOf: ['barrierGateMgmt', 'personOutInMgmt', 'guardDeskMgmt'] }

export const gateControlCalls = {
  getBsBarrierGateControl: call({
    path: '/bs/bsBarrierGate/getBsBarrierGateControl',
    describe: {
      zh: '道闸的控制方式（不含密码）；未设置则为空',
      en: 'How a gate is controlled, without the password; null where it is not',
    },
    needs: sees,
    reads: 'privately',
    body: z.object({ id }),
    data: gateControl.nullable(),
    codes: ['notFound'],
  }),
  saveBsBarrierGateControl: call({
    path: '/bs/bsBarrierGate/saveBsBarrierGateControl',
    describe: {
      zh: '设置道闸的控制方式；不传密码则保留原密码',
      en: 'Say how a gate is controlled; without a password the stored one stays',
    },
    needs: edits,
    body: gateControlForm,
    data: gateControl,
    codes: ['notFound'],
  }),
  deleteBsBarrierGateControl: deleteCall(
    '/bs/bsBarrierGate/deleteBsBarrierGateControl',
    { zh: '取消道闸的控制方式', en: 'Let a gate be controlled from here no more' },
    edits,
  ),
  listOpenableGates: listing(
    ['barrierGate', 'gateControl'],
    call({
      path: '/zd/zdGateAccess/listOpenableGates',
      describe: { zh: '可以远程开闸的道闸', en: 'Gates that can be opened from here' },
      needs: opens,
      reads: true,
      body: nothing,
      data: z.array(z.object({ id, name: z.string(), acts: z.array(gateAct.schema) })),
    }),
  ),
  commandGate: call({
    path: '/zd/zdGateAccess/commandGate',
    describe: {
      zh: '远程开闸或关闸，等设备应答；同一 commandId 只执行一次',
      en: 'Open or close a gate and wait for the device; the same commandId is carried out once',
    },
    needs: opens,
    body: z.object({
      commandId: z.uuid(),
      gateId: id,
      act: gateAct.schema,
      reason: text(longestGateReason).default(''),
    }),
    data: gateCommand,
    codes: ['notFound', 'busy'],
  }),
  listGateCommand: listing(
    ['gateCommand'],
    listCall({
      path: '/zd/zdGateAccess/listGateCommand',
      describe: { zh: '道闸命令记录，新的在前', en: 'Commands to gates, the newest first' },
      needs: seesCommands,
      filter: { gateId: id.optional() },
      item: gateCommand,
    }),
  ),
}
