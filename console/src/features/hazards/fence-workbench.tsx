import { Button, Drawer, type DrawerProps } from 'antd'
import { useMemo, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { BesideQuestions, PaneBeside } from './record-beside.tsx'
import { useTexts } from '../../shared/i18n/texts.ts'
import type { ShapeKind } from '../../shared/map/draw/shape.ts'
import { useIsTight, useIsWide } from '../../shared/map/map-screen.tsx'
import type { Stage } from '../../shared/map/map-view.tsx'
import { useQueryChange } from '../../shared/routes/use-query-change.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { BackTest } from './back-test.tsx'
import { DrawingContext } from './drawing.ts'
import { FenceList } from './fence-list.tsx'
import { FenceMap } from './fence-map.tsx'
import type { FencePlan } from './fence-plan.ts'
import { readFilter, type FenceFilter } from './fence-search.ts'
import styles from './hazards.module.css'
import { hazardTexts } from './texts.ts'
import { useOpenFence } from './use-open-fence.ts'

/** What lies over a map without room beside it; null for neither. */
type Sheet = 'list' | 'form' | null

/** List, map and form of the fences. */
export const FenceWorkbench = ({ plan }: { readonly plan: FencePlan }) => {
  const { fences } = plan
  const wide = useIsWide()
  const [params] = useSearchParams()
  const filter = useMemo(() => readFilter(params), [params])
  const change = useQueryChange()
  const [stage, setStage] = useState<Stage | null>(null)
  const [sheet, setSheet] = useState<Sheet>(null)
  const openFence = useOpenFence(plan, stage, () => setSheet(null))
  const { allowed, beside, fence, open } = openFence
  const { openKey } = beside
  const { frame, isTight } = useIsTight()
  // Beside open alarms the map has no room for both: what is drawn comes before the list, which is back when the form is closed.
  const listed = wide && !(isTight && openKey !== null)

  const onFilter = ({ query, level, enable }: FenceFilter): void =>
    change({
      q: query === '' ? null : query,
      level: level === null ? null : String(level),
      enable: enable === null ? null : String(enable),
    })
  const showForm = (): void => {
    if (!wide) setSheet('form')
  }
  const startNew = (kind: ShapeKind): void => {
    setSheet(null)
    openFence.openNew(kind)
  }
  const close = (): void => {
    setSheet(null)
    openFence.close()
  }

  const list = (
    <FenceList
      fences={fences}
      filter={filter}
      onFilter={onFilter}
      selected={openKey}
      onSelect={(id) => {
        openFence.openInList(id)
        setSheet(null)
      }}
      onTable={() => change({ view: 'table', id: null })}
      onNew={allowed ? () => startNew('polygon') : undefined}
      onClose={wide ? undefined : () => setSheet(null)}
    />
  )
  const form = openKey !== null && (
    <DrawingContext value={fence.drawing}>
      <PaneBeside
        beside={beside}
        shown={fence.shown}
        onClose={() => (wide ? open(null) : setSheet(null))}
        onGiveUp={close}
        onDeleted={close}
      >
        {openFence.mayEdit && <BackTest key={beside.opened.form} editing={beside.editing} />}
      </PaneBeside>
    </DrawingContext>
  )
  return (
    <div ref={frame} className={styles['bench']}>
      <FenceMap
        plan={plan}
        openFence={openFence}
        onStage={setStage}
        onChoose={(id) => {
          openFence.openOnMap(id)
          showForm()
        }}
        onNew={startNew}
        onDrawn={showForm}
        panels={listed && list}
        card={wide && form}
        below={!wide && <SheetButtons count={fences.length} open={openKey !== null} onSheet={setSheet} />}
      >
        {!wide && <Sheets list={list} form={form} sheet={sheet} onClose={() => setSheet(null)} />}
        <BesideQuestions beside={beside} />
      </FenceMap>
    </div>
  )
}

interface SheetsProps {
  readonly list: ReactNode
  /** False while no fence is open. */
  readonly form: ReactNode
  readonly sheet: Sheet
  readonly onClose: () => void
}

/** List and form where they have no room beside the map. */
const Sheets = ({ list, form, sheet, onClose }: SheetsProps) => {
  const t = useTexts(hazardTexts)
  return (
    <>
      <Drawer {...overScreen} aria-label={t('fences')} open={sheet === 'list'} onClose={onClose} placement="left" size={320}>
        {list}
      </Drawer>
      <Drawer
        {...overScreen}
        aria-label={t('openFence')}
        open={sheet === 'form' && form !== false}
        onClose={onClose}
        placement="right"
        size={400}
        keyboard={false}
        // What stands in the corner makes room for the pane only while it is there.
        destroyOnHidden
      >
        {form}
      </Drawer>
    </>
  )
}

const overScreen = {
  'aria-modal': false,
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
