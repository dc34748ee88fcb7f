import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { indoorCalls } from '@vigil/contract/indoor/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { Button, Select, Skeleton } from 'antd'
import { useEffect } from 'react'
import { useCall } from '../../../shared/api/queries.ts'
import { useTexts } from '../../../shared/i18n/texts.ts'
import { useCan } from '../../../shared/session/session.ts'
import type { Row } from '../../../shared/spec/record.ts'
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx'
import styles from './beacon-places.module.css'
import type { Beacon, BeaconPlace } from './bound.ts'
import type { OpenDrawer } from './drawers.tsx'
import { FloorPlan, type Floor } from './floor-plan.tsx'
import { placeTexts } from './texts.ts'

interface PlanSideProps {
  readonly buildings: readonly (Row & { readonly id: string; readonly name: string })[]
  readonly buildingId: string | null
  readonly level: number | null
  readonly chosenId: string | null
  readonly present: (beacon: Beacon) => Beacon
  /** The chosen one, as it is shown now. */
  readonly chosen: Beacon | null
  readonly onFloor: (buildingId: string | null, level: number | null) => void
  readonly onChoose: (id: string) => void
  readonly onPlace: ((place: BeaconPlace, how: 'drag' | 'done' | 'key') => void) | null
  readonly onOpen: (drawer: OpenDrawer) => void
}

const noFloors: readonly Floor[] = []

/** A floor of a building, its beacons, and what is needed to have one. */
export const PlanSide = (props: PlanSideProps) => {
  const { buildings, buildingId, level, chosen, chosenId, present, onFloor, onChoose, onPlace, onOpen } = props
  const t = useTexts(placeTexts)
  const mayKeep = useCan('insideBuildingAreaMgmt:edit')
  const building = buildings.find(({ id }) => id === buildingId) ?? buildings[0] ?? null
  const answer = useCall(indoorCalls.listBsFloorByPid, { pid: building?.id ?? '1' }, { enabled: building !== null })
  const floors = answer.data ? whole(answer.data).toSorted((a, b) => a.level - b.level) : noFloors
  const floor = floors.find((one) => one.level === level) ?? floors[0] ?? null
  const there = useCall(
    deviceCalls.listBsBeaconByRegionAndFloor,
    { regionId: building?.id ?? '1', ...(floor ? { floor: floor.level } : {}) },
    { enabled: building !== null && floor !== null },
  )
  // What is shown is what the address says, so that it can be sent to somebody.
  useEffect(() => {
    if (building && floor && (building.id !== buildingId || floor.level !== level)) onFloor(building.id, floor.level)
  })
  const isHere = (beacon: Beacon): boolean => beacon.regionId === building?.id && beacon.floor === floor?.level
  const listed = there.data ? whole(there.data) : []
  const beacons = [...listed.filter(({ id }) => id !== chosen?.id), ...(chosen ? [chosen] : [])].map(present).filter(isHere)
  const next = (title: string, action: () => void) =>
    mayKeep ? (
      <Button type="primary" onClick={action}>
        {title}
      </Button>
    ) : (
      <span>{t('askAdministrator')}</span>
    )
  if (!building)
    return (
      <EmptyState icon="departments" title={t('noBuildings')} hint={t('noBuildingsHint')}>
        {next(t('newBuilding'), () => onOpen({ kind: 'building', record: null }))}
      </EmptyState>
    )
  const newFloor = (): void =>
    onOpen({
      kind: 'floor',
      record: null,
      presets: { pid: building.id, parentName: building.name, level: (floors.at(-1)?.level ?? 0) + 1 },
    })
  const size = floor && floor.width !== null && floor.height !== null ? { width: floor.width, height: floor.height } : null
  return (
    <div className={styles['planSide']}>
      <div className={styles['planHead']}>
        <Select<string>
          aria-label={t('building')}
          value={building.id}
          popupMatchSelectWidth={false}
          options={buildings.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => onFloor(id, null)}
        />
        {floors.length > 0 && (
          <Select<number>
            aria-label={t('floor')}
            value={floor?.level ?? null}
            popupMatchSelectWidth={false}
            options={floors.map((one) => ({ value: one.level, label: `${t('level', { n: one.level })} ${one.name}` }))}
            onChange={(chosenLevel) => onFloor(building.id, chosenLevel)}
          />
        )}
        {mayKeep && (
          <>
            <Button onClick={() => onOpen({ kind: 'building', record: building })}>{t('editBuilding')}</Button>
            <Button onClick={() => onOpen({ kind: 'building', record: null })}>{t('newBuilding')}</Button>
            {floor && <Button onClick={() => onOpen({ kind: 'floor', record: floor })}>{t('editFloor')}</Button>}
            <Button onClick={newFloor}>{t('newFloor')}</Button>
          </>
        )}
      </div>
      {answer.error && !answer.data ? (
        <ErrorState error={answer.error} retrying={answer.isFetching} onRetry={() => void answer.refetch()} />
      ) : !answer.data ? (
        <div className={styles['waiting']} aria-busy="true">
          <Skeleton active title={false} />
        </div>
      ) : !floor ? (
        <EmptyState icon="layers" title={t('noFloors')} hint={t('noFloorsHint')}>
          {next(t('newFloor'), newFloor)}
        </EmptyState>
      ) : !size ? (
        <EmptyState icon="ruler" title={t('noSize')} hint={t('noSizeHint')}>
          {next(t('editFloor'), () => onOpen({ kind: 'floor', record: floor }))}
        </EmptyState>
      ) : (
        <FloorPlan
          key={floor.id}
          floor={floor}
          size={size}
          beacons={beacons}
          chosenId={chosenId}
          onChoose={onChoose}
          onPlace={onPlace && (({ x, y }, how) => onPlace({ regionId: building.id, floor: floor.level, x, y }, how))}
        />
      )}
    </div>
  )
}
