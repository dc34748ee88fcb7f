import { Button, Drawer, type DrawerProps } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { useSearchParams, type Location } from 'react-router'
import { BesideQuestions, PaneBeside, useRecordBeside } from '../../shared/form/record-beside.tsx'
import { useTexts } from '../../shared/i18n/texts.ts'
import type { ShapeEditorHandle } from '../../shared/map/draw/shape-editor.tsx'
import type { ShapeKind } from '../../shared/map/draw/shape.ts'
import { useIsWide } from '../../shared/map/map-screen.tsx'
import type { Stage } from '../../shared/map/map-view.tsx'
import { newRecord } from '../../shared/routes/list-address.ts'
import { useQueryChange } from '../../shared/routes/use-query-change.ts'
import { writesIn } from '../../shared/session/scope.ts'
import { useCan, useUser } from '../../shared/session/session.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { DrawingContext } from './drawing.ts'
import { FenceList } from './fence-list.tsx'
import { FenceMap, type FencePlan } from './fence-map.tsx'
import { readFilter, type FenceFilter } from './fence-search.ts'
import { fenceSpec } from './fence-spec.tsx'
import styles from './hazards.module.css'
import { hazardTexts } from './texts.ts'
import { useFenceDrawing, useShowOnMap } from './use-fence-drawing.ts'

const idIn = (search: string): string | null => new URLSearchParams(search).get('id')
const sameFence = (from: Location, to: Location): boolean =>
  from.pathname === to.pathname && idIn(from.search) === idIn(to.search)

/** List, map and form of the fences. */
export const FenceWorkbench = ({ plan }: { readonly plan: FencePlan }) => {
  const { fences, site } = plan
  const wide = useIsWide()
  const allowed = useCan('dangAreaDrawMgmt:edit')
  const user = useUser()
  const [params] = useSearchParams()
  const filter = useMemo(() => readFilter(params), [params])
  const change = useQueryChange()
  const [stage, setStage] = useState<Stage | null>(null)
  const [sheet, setSheet] = useState<'list' | 'form' | null>(null)
  /** False: the map stays where it is, because the fence was chosen on it. */
  const flies = useRef(true)

  const asked = params.get('id')
  const key = asked === newRecord && !allowed ? null : asked
  const present = fences.find(({ id }) => id === key) ?? null
  const mayEdit = allowed && (present === null || writesIn(user, present.deptId))
  const beside = useRecordBeside(fenceSpec, {
    openKey: key,
    stored: present,
    answer: fences,
    presets: fenceSpec.options.presets ?? {},
    mayEdit,
    same: sameFence,
    onSaved: ({ id }) => {
      if (id === key) return
      fence.goesOnAs(id)
      flies.current = false
      change({ id })
    },
  })
  const shapeEditor = useRef<ShapeEditorHandle>(null)
  const fence = useFenceDrawing(beside, { mayEdit, site, stage, shapeEditor, onTool: () => setSheet(null) })
  const showOnMap = useShowOnMap(stage, key, fence, flies)
  const drawable = key !== null && (key === newRecord || beside.editing.editor.base !== null)

  const onFilter = ({ query, level, enable }: FenceFilter): void =>
    change({
      q: query === '' ? null : query,
      level: level === null ? null : String(level),
      enable: enable === null ? null : String(enable),
    })
  const open = (id: string | null): void => {
    fence.unmark()
    change({ id })
  }
  const openFromMap = (id: string): void => {
    flies.current = false
    open(id)
    if (!wide) setSheet('form')
  }
  const openFromList = (id: string): void => {
    if (id === key) showOnMap()
    open(id)
    setSheet(null)
  }
  const startNew = (kind: ShapeKind): void => {
    fence.takeFor(newRecord, kind)
    setSheet(null)
    open(newRecord)
  }
  const close = (): void => {
    fence.setTool(null)
    setSheet(null)
    open(null)
  }

  const list = (
    <FenceList
      fences={fences}
      filter={filter}
      onFilter={onFilter}
      selected={key}
      onSelect={openFromList}
      onTable={() => change({ view: 'table', id: null })}
      onNew={allowed ? () => startNew('polygon') : undefined}
      onClose={wide ? undefined : () => setSheet(null)}
    />
  )
  const form = key !== null && (
    <DrawingContext value={fence.drawing}>
      <PaneBeside
        beside={beside}
        shown={fence.shown}
        onClose={() => (wide ? open(null) : setSheet(null))}
        onGiveUp={close}
        onDeleted={close}
      />
    </DrawingContext>
  )
  return (
    <FenceMap
      plan={plan}
      beside={beside}
      mayEdit={mayEdit}
      drawable={drawable}
      fence={fence}
      shapeEditor={shapeEditor}
      onStage={setStage}
      onChoose={openFromMap}
      onNew={startNew}
      onDrawn={() => {
        if (!wide) setSheet('form')
      }}
      onShow={showOnMap}
      panels={wide && list}
      card={wide && form}
      below={!wide && <SheetButtons count={fences.length} open={key !== null} onSheet={setSheet} />}
    >
      {!wide && (
        <>
          <Drawer {...overScreen} open={sheet === 'list'} onClose={() => setSheet(null)} placement="left" size={320}>
            {list}
          </Drawer>
          <Drawer
            {...overScreen}
            open={sheet === 'form' && key !== null}
            onClose={() => setSheet(null)}
            placement="right"
            size={400}
            keyboard={false}
            // What stands in the corner makes room for the pane only while it is there.
            destroyOnHidden
          >
            {form}
          </Drawer>
        </>
      )}
      <BesideQuestions beside={beside} />
    </FenceMap>
  )
}

const overScreen = {
  mask: false,
  closable: false,
  getContainer: false,
  rootStyle: { position: 'absolute' },
  styles: { body: { padding: 0, display: 'flex' } },
} as const satisfies DrawerProps

interface SheetButtonsProps {
  readonly count: number
  /** A fence is open. */
  readonly open: boolean
  readonly onSheet: (sheet: 'list' | 'form') => void
}

/** Where list and form have no room beside the map. */
const SheetButtons = ({ count, open, onSheet }: SheetButtonsProps) => {
  const t = useTexts(hazardTexts)
  return (
    <div className={styles['sheetButtons']}>
      <Button icon={<Icon name="fence" size={16} />} onClick={() => onSheet('list')}>
        {t('listButton')} {count}
      </Button>
      {open && (
        <Button type="primary" icon={<Icon name="sliders" size={16} />} onClick={() => onSheet('form')}>
          {t('formButton')}
        </Button>
      )}
    </div>
  )
}
