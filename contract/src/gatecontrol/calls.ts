import { z } from 'zod'
import { call, nothing, type Needs } from '../kernel/call.ts'
import { listing } from '../kernel/listings.ts'
import { deleteCall, id, listCall, requiredText, text } from '../kernel/shapes.ts'
import {
  gateAct,
  gateCommand,
  gateControl,
  gateControlForm,
  gateListState,
  gatePlate,
  longestGateReason,
  longestSpoken,
  speakWhere,
} from './entities.ts'

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
      data: z.array(z.object({ id, name: z.string(), acts: z.array(gateAct.schema), speaks: z.array(speakWhere.schema) })),
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
  speakAtGate: call({
    path: '/zd/zdGateAccess/speakAtGate',
    describe: {
      zh: '让道闸的音箱播报或显示屏显示一段文字，等设备应答；同一 commandId 只执行一次',
      en: 'Have the speaker or the screen of a gate say a text and wait for the device; the same commandId is carried out once',
    },
    needs: opens,
    body: z.object({
      commandId: z.uuid(),
      gateId: id,
      where: speakWhere.schema,
      text: requiredText(longestSpoken),
    }),
    data: gateCommand,
    codes: ['notFound', 'busy'],
  }),
  listGateListState: listing(
    ['gateList', 'gateControl', 'barrierGate'],
    call({
      path: '/zd/zdGateAccess/listGateListState',
      describe: {
        zh: '由系统维护名单的车辆道闸：各有多少车牌已一致、多少待下发、设备自何时无应答',
        en: 'Gates whose lists of plates are kept from here: how many plates are in step or wait, and since when a device does not answer',
      },
      needs: seesCommands,
      reads: true,
      body: nothing,
      data: z.array(gateListState),
    }),
  ),
  listGatePlate: listing(
    ['gateList', 'gateControl'],
    listCall({
      path: '/bs/bsBarrierGate/listGatePlate',
      describe: {
        zh: '一个道闸名单上的车牌，待下发的在前；只列可见部门的车辆和未登记的车牌',
        en: 'The plates on the lists of a gate, those that wait first; of vehicles that the caller sees, and of plates that nobody registered',
      },
      needs: sees,
      filter: { gateId: id },
      item: gatePlate,
    }),
  ),
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
