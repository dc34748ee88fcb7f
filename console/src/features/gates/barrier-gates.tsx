import { barrierGate } from '@vigil/contract/gates/barrier-gate.ts'
import { gateCalls } from '@vigil/contract/gates/calls.ts'
import type { z } from 'zod'
import { pushLoginOf } from '../../shared/pushing/push-login.tsx'
import { pushPicturesOf } from '../../shared/pushing/push-pictures.tsx'
import { pushingListScreen } from '../../shared/pushing/pushing-list.tsx'
import { unknownPushesOf } from '../../shared/pushing/unknown-pushes.tsx'
import { basics, place, remarks } from '../../shared/spec/groups.ts'
import { GateControlPart } from './gate-control.tsx'

const PushLogin = pushLoginOf('gate')
const PushPictures = pushPicturesOf('gate')
/** How it shows who it is when it pushes, and how it is opened from here. */
const BelowGate = ({ record }: { readonly record: z.output<typeof barrierGate.record> }) => (
  <>
    <PushLogin record={record} />
    <PushPictures record={record} />
    <GateControlPart record={record} />
  </>
)

/** 道闸管理: barriers for vehicles and turnstiles for people. */
export const BarrierGates = pushingListScreen(barrierGate, {
  calls: {
    list: gateCalls.listBsBarrierGateByDeptId,
    save: gateCalls.saveBsBarrierGate,
    remove: gateCalls.deleteBsBarrierGateById,
    counts: gateCalls.countBsBarrierGateByDeptId,
  },
  columns: [
    'name',
    'code',
    'kind',
    'direction',
    { field: 'laneNo', width: 80 },
    'ip',
    'cameraName',
    'deptName',
    'enable',
    'lastSeen',
    { field: 'position', hidden: true },
    { field: 'remark', hidden: true },
  ],
  form: [
    { title: basics, fields: ['name', 'code', 'kind', 'direction', 'laneNo', 'ip', 'enable'] },
    { title: place, fields: ['deptId', 'cameraId', 'position'] },
    { title: remarks, fields: ['remark', 'lastSeen'] },
  ],
  notices: unknownPushesOf('gate'),
  below: BelowGate,
  icon: 'gate',
})
