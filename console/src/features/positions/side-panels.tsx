import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { Drawer } from 'antd'
import { useState } from 'react'
import { useTexts } from '../../shared/i18n/texts.ts'
import { Icon, type IconName } from '../../shared/ui/icon.tsx'
import { AreasPanel } from './areas-panel.tsx'
import { DeptPanel } from './dept-panel.tsx'
import styles from './positions.module.css'
import { positionTexts } from './texts.ts'
import type { AreaNames } from './use-area-names.ts'
import type { Departments } from './use-departments.ts'
import type { Lists } from './use-lists.ts'

interface SidePanelsProps {
  readonly areas: readonly HazardArea[]
  readonly names: AreaNames
  readonly departments: Departments
  readonly lists: Lists
  readonly onSelect: (id: number) => void
}

const DepartmentsOf = ({ departments: { tree, hidden, hide }, lists: { listed, listDept }, onSelect }: SidePanelsProps) => (
  <DeptPanel
    tree={tree}
    hidden={hidden}
    onHide={hide}
    chosen={listed?.kind === 'dept' ? listed.id : null}
    onChoose={listDept}
    onSelect={onSelect}
  />
)
const AreasOf = ({ areas, names: { nameOf, rings }, lists }: SidePanelsProps) => (
  <AreasPanel
    areas={areas}
    nameOf={nameOf}
    rings={rings}
    chosen={lists.chosenArea}
    onZoom={lists.zoomTo}
    onPeople={lists.listArea}
    onOnSite={lists.listOnSite}
    onInterrupted={lists.listInterrupted}
    onUnworn={lists.listUnworn}
    onNoPosition={lists.listNoPosition}
  />
)

type Panel = 'departments' | 'areas'
const panels = [
  ['departments', 'departments', 'departmentsShort'],
  ['areas', 'user', 'areasShort'],
] as const satisfies readonly (readonly [Panel, IconName, keyof typeof positionTexts.table])[]

/** Departments and areas with their counts, beside the map. */
export const SidePanels = (props: SidePanelsProps) => {
  const t = useTexts(positionTexts)
  const [unfolded, setUnfolded] = useState<Panel | null>(null)
  return (
    <>
      {/* Seen only where there is no room for the panels themselves; then one of them at a time stands beside it. */}
      <div role="toolbar" aria-label={t('panels')} className={`${styles['panel']} ${styles['folded']}`}>
        {panels.map(([panel, icon, short]) => (
          <button
            key={panel}
            type="button"
            title={t(panel)}
            aria-expanded={unfolded === panel}
            onClick={() => setUnfolded(unfolded === panel ? null : panel)}
          >
            <Icon name={icon} />
            {t(short)}
          </button>
        ))}
      </div>
      <div className={styles['unfolded']} data-unfolded={unfolded === 'departments'}>
        <DepartmentsOf {...props} />
      </div>
      <div className={styles['unfolded']} data-unfolded={unfolded === 'areas'}>
        <AreasOf {...props} />
      </div>
    </>
  )
}

/** The same two where there is no room beside the map: one at a time, from below. */
export const PanelSheet = (props: SidePanelsProps) => {
  const t = useTexts(positionTexts)
  const { sheet, setSheet } = props.lists
  return (
    <Drawer
      aria-label={t(sheet === 'departments' ? 'departments' : 'areas')}
      open={sheet !== null}
      onClose={() => setSheet(null)}
      placement="bottom"
      size="65%"
      closable={false}
      className={styles['sheet'] ?? ''}
      styles={{ body: { padding: 0 }, mask: { background: 'transparent' } }}
    >
      {sheet === 'departments' ? <DepartmentsOf {...props} /> : <AreasOf {...props} />}
    </Drawer>
  )
}

export const SheetButtons = ({ setSheet }: Pick<Lists, 'setSheet'>) => {
  const t = useTexts(positionTexts)
  return (
    <div className={`${styles['panel']} ${styles['sheetButtons']}`}>
      <button type="button" className={styles['chip']} onClick={() => setSheet('departments')}>
        <Icon name="user" />
        {t('departments')}
      </button>
      <button type="button" className={styles['chip']} onClick={() => setSheet('areas')}>
        <Icon name="pin" />
        {t('areas')}
      </button>
    </div>
  )
}
