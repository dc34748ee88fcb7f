import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { speedCamera } from '@vigil/contract/traffic/speed-camera.ts'
import type { z } from 'zod'
import { pushLoginOf } from '../../shared/pushing/push-login.tsx'
import { pushPicturesOf } from '../../shared/pushing/push-pictures.tsx'
import { pushingListScreen } from '../../shared/pushing/pushing-list.tsx'
import { unknownPushesOf } from '../../shared/pushing/unknown-pushes.tsx'
import { basics, place, remarks } from '../../shared/spec/groups.ts'
import { RoadSwitch } from './road-view.tsx'

const PushLogin = pushLoginOf('camera')
const PushPictures = pushPicturesOf('camera')
/** How it shows who it is when it pushes, and how much of that is kept. */
const BelowCamera = ({ record }: { readonly record: z.output<typeof speedCamera.record> }) => (
  <>
    <PushLogin record={record} />
    <PushPictures record={record} />
  </>
)

/** 测速点: where the speed of vehicles is measured, and what is allowed there. */
export const SpeedCameras = pushingListScreen(speedCamera, {
  calls: {
    list: trafficCalls.listBsSpeedOverByDeptId,
    save: trafficCalls.saveBsSpeedOver,
    remove: trafficCalls.deleteBsSpeedOverById,
    counts: trafficCalls.countBsSpeedOverByDeptId,
  },
  columns: [
    'name',
    'place',
    { field: 'limit', width: 110 },
    'direction',
    'ip',
    'linkedCameraName',
    'linkedScreen',
    'deptName',
    'enable',
    'lastSeen',
    { field: 'linkedSpeaker', hidden: true },
    { field: 'remark', hidden: true },
  ],
  form: [
    { title: basics, fields: ['name', 'place', 'ip', 'limit', 'direction', 'enable'] },
    { title: { zh: '联动', en: 'Linked devices' }, fields: ['linkedCameraId', 'linkedScreen', 'linkedSpeaker'] },
    { title: place, fields: ['deptId', 'position'] },
    { title: remarks, fields: ['remark', 'lastSeen'] },
  ],
  notices: unknownPushesOf('anpr'),
  below: BelowCamera,
  tools: RoadSwitch,
  icon: 'gauge',
})
