import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { roadLimits } from '@vigil/contract/traffic/entities.ts'
import { roadSegment } from '@vigil/contract/traffic/road-segment.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { basics, remarks } from '../../shared/spec/groups.ts'
import type { Draft } from '../../shared/spec/record.ts'
import { RoadShapeInput } from './road-shape-input.tsx'
import { RoadSwitch } from './road-view.tsx'

const isOfShape =
  (shape: string) =>
  (draft: Draft): boolean =>
    draft['shape'] === shape

/** 限速路段: stretches of road with a limit of their own, for all vehicles or by kind. */
export const RoadSegments = listScreen(roadSegment, {
  calls: {
    list: trafficCalls.listBsRoadSegmentByDeptId,
    save: trafficCalls.saveBsRoadSegment,
    remove: trafficCalls.deleteBsRoadSegmentById,
    counts: trafficCalls.countBsRoadSegmentByDeptId,
  },
  columns: [
    { field: 'name', width: 160 },
    { field: 'roadKind', width: 210 },
    { field: 'limit', width: 110, with: ['roadKind'], render: ({ limit, roadKind }) => `${limit ?? roadLimits[roadKind]} km/h` },
    { field: 'shape', width: 90 },
    'deptName',
    'enable',
    { field: 'carLimit', hidden: true },
    { field: 'truckLimit', hidden: true },
    { field: 'tankerLimit', hidden: true },
    { field: 'loaderLimit', hidden: true },
    { field: 'forkliftLimit', hidden: true },
    { field: 'points', hidden: true },
    { field: 'remark', hidden: true },
  ],
  form: [
    { title: basics, fields: ['name', 'roadKind', 'limit', 'deptId', 'enable'] },
    {
      title: { zh: '位置', en: 'Where' },
      fields: [
        'shape',
        { field: 'halfWidth', needed: true, when: isOfShape('corridor') },
        { field: 'radius', needed: true, when: isOfShape('circle') },
        { field: 'points', wide: true, editor: RoadShapeInput },
      ],
    },
    {
      title: { zh: '按车型限速（留空按路段）', en: 'By kind of vehicle (empty for that of the road)' },
      fields: ['carLimit', 'truckLimit', 'tankerLimit', 'loaderLimit', 'forkliftLimit'],
    },
    { title: remarks, fields: ['remark'] },
  ],
  presets: { shape: 'corridor', halfWidth: 8 },
  tools: RoadSwitch,
  icon: 'corridor',
  emptyTitle: { zh: '没有限速路段', en: 'No road segments' },
  emptyHint: {
    zh: '在地图上画出路段，按 GB 4387 或自定限速，对测速点和车载定位都有效',
    en: 'Draw roads on the map with the limits of GB 4387 or your own; they hold for speed cameras and for what vehicles report',
  },
})
