import { beacon } from '@vigil/contract/devices/beacon.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { hazardPoint } from '@vigil/contract/hazards/hazard-point.ts'
import { building } from '@vigil/contract/indoor/building.ts'
import { indoorCalls } from '@vigil/contract/indoor/calls.ts'
import { floor } from '@vigil/contract/indoor/floor.ts'
import { RecordDrawer } from '../../../shared/form/record-drawer.tsx'
import { newRecord } from '../../../shared/routes/list-address.ts'
import { useCan } from '../../../shared/session/session.ts'
import type { Draft, Row } from '../../../shared/spec/record.ts'
import { defineList } from '../../../shared/spec/spec.ts'

const specs = {
  building: defineList(building, {
    calls: { list: indoorCalls.listBsBuildingAll, save: indoorCalls.saveBsBuilding, remove: indoorCalls.deleteBsBuildingById },
    drawerWidth: 480,
  }),
  floor: defineList(floor, {
    calls: { list: indoorCalls.listBsFloorByPid, save: indoorCalls.saveBsFloor, remove: indoorCalls.deleteBsFloorById },
    invalidates: [indoorCalls.listBsBuildingAll],
    drawerWidth: 480,
  }),
  beacon: defineList(beacon, {
    calls: { list: deviceCalls.listBsBeaconByDeptId, save: deviceCalls.saveBsBeacon },
    permission: 'beaconLocationMgmt:edit',
  }),
  hazardPoint: defineList(hazardPoint, {
    calls: { list: hazardCalls.listBsHazardPointAll, save: hazardCalls.saveBsHazardPoint },
  }),
} as const

/** What a drawer of this screen is open for: a stored record, or a new one with what it begins with. */
export interface OpenDrawer {
  readonly kind: keyof typeof specs
  readonly record: Row | null
  readonly presets?: Draft
}

interface DrawerProps extends OpenDrawer {
  readonly onClose: () => void
  /** Whether it stays open. */
  readonly onSaved: (record: Row, stays: boolean) => void
  readonly onDeleted: () => void
}

const here = (from: { readonly pathname: string }, to: { readonly pathname: string }): boolean => from.pathname === to.pathname

/** The records that this screen keeps besides places, in the drawer of every list. */
export const PlaceDrawer = ({ kind, record, presets, onClose, onSaved, onDeleted }: DrawerProps) => {
  const spec = specs[kind]
  const mayEdit = useCan(spec.permission)
  return (
    <RecordDrawer
      spec={spec}
      openKey={record?.id ?? newRecord}
      stored={record}
      answer={undefined}
      mayEdit={mayEdit}
      {...(presets ? { presets } : {})}
      onClose={onClose}
      onSaved={(saved, then) => onSaved(saved, then === 'stay')}
      onDeleted={onDeleted}
      same={here}
    />
  )
}
