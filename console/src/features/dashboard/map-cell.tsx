import type { ReactNode } from 'react'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useCan } from '../../shared/session/session.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { Forbidden } from './answer.tsx'
import { dashboardTexts } from './texts.ts'
import styles from './dashboard.module.css'

/** Where the panel of the live map stands that the app hands in. */
export const MapCell = ({ map }: { readonly map: ReactNode }) => {
  const t = useTexts(dashboardTexts)
  const may = useCan('trackRealMgmt')
  return (
    <div className={styles['map']}>
      {may ? (
        map
      ) : (
        <Panel title={t('siteMap')}>
          <Forbidden />
        </Panel>
      )}
    </div>
  )
}
