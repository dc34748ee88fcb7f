import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { objectKind } from '@vigil/contract/hazards/entities.ts'
import { indoorCalls } from '@vigil/contract/indoor/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { Button, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '../../../shared/api/queries.ts'
import { useTexts } from '../../../shared/i18n/texts.ts'
import { MapClick } from '../../../shared/map/map-click.tsx'
import { ObjectTypeDialog, type ObjectKind } from './object-type-dialog.tsx'
import { roundedPlace } from '../../../shared/pick/place.ts'
import { SiteMap } from '../../../shared/pick/site-map.tsx'
import { useQueryChange } from '../../../shared/routes/use-query-change.ts'
import { useCan } from '../../../shared/session/session.ts'
import { leaveScreen } from '../../../shared/unsaved/unsaved-guard.ts'
import { Icon } from '../../../shared/ui/icon.tsx'
import { Card } from '../../../shared/ui/panel.tsx'
import { ErrorState } from '../../../shared/ui/states.tsx'
import { BeaconList } from './beacon-list.tsx'
import { isOnMap, isOnPlan, offMap, offPlan, type Beacon, type BeaconPlace } from './bound.ts'
import styles from './beacon-places.module.css'
import { PlaceDrawer, type OpenDrawer } from './drawers.tsx'
import { PlanSide } from './plan-side.tsx'
import { SiteMarks } from './site-marks.tsx'
import { placeTexts } from './texts.ts'
import { useBinding } from './use-binding.ts'

type How = 'drag' | 'done' | 'key'

/** 信标位置绑定: where each beacon hangs, on the map or on the plan of a floor. */
export const BeaconPlaces = () => {
  const t = useTexts(placeTexts)
  const answer = useCall(deviceCalls.listBsBeaconByDeptId, {})
  const buildings = useCall(indoorCalls.listBsBuildingAll, {})
  const failed = [answer, buildings].find(({ error, data }) => error && !data)
  if (failed?.error)
    return (
      <div className={styles['screen']}>
        <ErrorState
          error={failed.error}
          retrying={answer.isFetching || buildings.isFetching}
          onRetry={() => {
            void answer.refetch()
            void buildings.refetch()
          }}
        />
      </div>
    )
  if (!answer.data || !buildings.data)
    return (
      <div className={styles['screen']} aria-busy="true" aria-label={t('beacons')}>
        <Skeleton active paragraph={{ rows: 8 }} className={styles['waiting'] ?? ''} />
      </div>
    )
  return <Workbench stored={whole(answer.data)} buildings={whole(buildings.data)} />
}

type Buildings = Parameters<typeof PlanSide>[0]['buildings']

const Workbench = ({ stored, buildings }: { readonly stored: readonly Beacon[]; readonly buildings: Buildings }) => {
  const t = useTexts(placeTexts)
  const [params] = useSearchParams()
  const changeQuery = useQueryChange()
  const binding = useBinding()
  const mayBind = useCan('beaconLocationMgmt:edit')
  const mayAddHazards = useCan('hazardPointMgmt:edit')
  const [asking, setAsking] = useState(false)
  /** What the next click on the map adds. */
  const [adding, setAdding] = useState<ObjectKind | null>(null)
  const [drawer, setDrawer] = useState<OpenDrawer | null>(null)
  const [opening, setOpening] = useState(0)

  /** Asks first, where that loses something: a drawer of this screen has no address of its own. */
  const openDrawer = (next: OpenDrawer): void =>
    leaveScreen(() => {
      setDrawer(next)
      setOpening((before) => before + 1)
    })
  const beacons = stored.map(binding.present)
  const onPlan = params.get('view') === 'plan'
  const chosenId = params.get('beacon')
  const level = params.get('floor')
  const chosen = beacons.find(({ id }) => id === chosenId) ?? null
  const choose = (id: string): void => {
    const beacon = beacons.find((one) => one.id === id)
    changeQuery({
      beacon: id,
      // On the plan one follows the beacon to its floor.
      ...(onPlan && beacon?.regionId ? { building: beacon.regionId, floor: String(beacon.floor ?? '') } : null),
    })
  }
  const place = (change: BeaconPlace, how: How): void => {
    if (!chosen) return
    const from = stored.find(({ id }) => id === chosen.id) ?? chosen
    if (how === 'drag') binding.preview(from, change)
    else binding.bind(from, change, how === 'key' ? 'soon' : 'now')
  }
  const onPlace = mayBind && chosen ? place : null
  const clicked = (point: readonly [number, number]): void => {
    const at = roundedPlace([point[0], point[1]])
    if (adding !== null) {
      openDrawer({ kind: adding === objectKind.code.positioning ? 'beacon' : 'hazardPoint', record: null, presets: { ...at } })
      setAdding(null)
    } else onPlace?.(at, 'done')
  }
  const hint = (): string => {
    if (adding !== null) return t('clickForNew')
    if (!mayBind) return t('onlyLook')
    return chosen ? t('clickToBind', { name: chosen.name }) : t('chooseFirst')
  }
  const bound = mayBind && chosen !== null && (onPlan ? isOnPlan(chosen) : isOnMap(chosen))
  return (
    <div className={styles['screen']}>
      <BeaconList beacons={beacons} buildings={buildings} chosenId={chosenId} onChoose={choose} />
      <Card label={t(onPlan ? 'plan' : 'map')}>
        <PlacesHead
          onPlan={onPlan}
          hint={hint()}
          onCancel={adding === null ? null : () => setAdding(null)}
          onUnbind={bound ? () => place(onPlan ? offPlan : offMap, 'done') : null}
          onUndo={binding.undo}
          onNew={!onPlan && (mayBind || mayAddHazards) ? () => setAsking(true) : null}
        />
        <div className={styles['stage']}>
          {onPlan ? (
            <PlanSide
              buildings={buildings}
              buildingId={params.get('building')}
              level={level === null || level === '' ? null : Number(level)}
              chosenId={chosenId}
              chosen={chosen}
              present={binding.present}
              onFloor={(building, floor) => changeQuery({ building, floor: floor === null ? null : String(floor) })}
              onChoose={choose}
              onPlace={onPlace}
              onOpen={openDrawer}
            />
          ) : (
            <SiteMap>
              <SiteMarks
                beacons={beacons}
                chosenId={chosenId}
                onChoose={choose}
                onPlace={onPlace && ((point, how) => onPlace(roundedPlace(point), how))}
              />
              {(adding !== null || onPlace) && <MapClick onPoint={clicked} />}
            </SiteMap>
          )}
        </div>
      </Card>
      <ObjectTypeDialog open={asking} onClose={() => setAsking(false)} onChoose={setAdding} />
      {drawer && (
        <PlaceDrawer
          key={opening}
          {...drawer}
          onClose={() => leaveScreen(() => setDrawer(null))}
          onSaved={(record, stays) => {
            setDrawer(stays ? { ...drawer, record } : null)
            if (drawer.kind === 'building') changeQuery({ building: record.id, floor: null })
            if (drawer.kind === 'floor') changeQuery({ building: String(record['pid']), floor: String(record['level']) })
            if (drawer.kind === 'beacon') changeQuery({ beacon: record.id })
          }}
          onDeleted={() => {
            setDrawer(null)
            changeQuery({ floor: null, ...(drawer.kind === 'building' ? { building: null } : {}) })
          }}
        />
      )}
    </div>
  )
}

interface PlacesHeadProps {
  readonly onPlan: boolean
  /** What a click does now. */
  readonly hint: string
  /** Each null while there is nothing of the kind to do. */
  readonly onCancel: (() => void) | null
  readonly onUnbind: (() => void) | null
  readonly onNew: (() => void) | null
  readonly onUndo: (() => void) | null
}

/** Map or plan, and what can be done there. */
const PlacesHead = ({ onPlan, hint, onCancel, onUnbind, onUndo, onNew }: PlacesHeadProps) => {
  const t = useTexts(placeTexts)
  const changeQuery = useQueryChange()
  return (
    <div className={styles['head']}>
      <Segmented
        value={onPlan ? 'plan' : 'map'}
        options={[
          { value: 'map', label: t('map') },
          { value: 'plan', label: t('plan') },
        ]}
        onChange={(view) => changeQuery({ view: view === 'plan' ? 'plan' : null })}
      />
      <span className={styles['hint']} role="status">
        {hint}
      </span>
      {onCancel && <Button onClick={onCancel}>{t('cancel')}</Button>}
      {onUnbind && <Button onClick={onUnbind}>{t('unbind')}</Button>}
      <Button disabled={!onUndo} onClick={() => onUndo?.()}>
        {t('undo')}
      </Button>
      {onNew && (
        <Button icon={<Icon name="plus" size={16} />} onClick={onNew}>
          {t('newObject')}
        </Button>
      )}
    </div>
  )
}
