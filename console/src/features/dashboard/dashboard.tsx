import type { ReactNode } from 'react'
import { useTexts } from '../../shared/i18n/texts.ts'
import { AlarmsByArea } from './alarms-by-area.tsx'
import { AlarmsByType } from './alarms-by-type.tsx'
import { MapCell } from './map-cell.tsx'
import { OnlineCounts } from './online-counts.tsx'
import { PlannedPanel } from './planned-panel.tsx'
import { useTrafficNumbers, useVisitorNumbers } from './queries.ts'
import { dashboardTexts } from './texts.ts'
import { TotalsLine } from './totals-line.tsx'
import styles from './dashboard.module.css'

interface DashboardProps {
  /** The panel with the live map of the site; it fills what holds it. */
  readonly map: ReactNode
}

/** 首页: six panels under one line of totals. */
export const Dashboard = ({ map }: DashboardProps) => {
  const t = useTexts(dashboardTexts)
  return (
    <div className={styles['dashboard']}>
      <TotalsLine />
      <MapCell map={map} />
      <OnlineCounts />
      <PlannedPanel
        className={styles['visitors']}
        title={t('visitors')}
        icon="user"
        to="visitRecordMgmt"
        query={useVisitorNumbers()}
      />
      <AlarmsByArea />
      <AlarmsByType />
      <PlannedPanel
        className={styles['speeding']}
        title={t('speeding')}
        icon="truck"
        to="trafficOverMgmt"
        query={useTrafficNumbers()}
      />
    </div>
  )
}
