import { useTexts } from '../../shared/i18n/texts.ts'
import { AlarmsByArea } from './alarms-by-area.tsx'
import { AlarmsByType } from './alarms-by-type.tsx'
import { OnlineCounts } from './online-counts.tsx'
import { PlannedPanel } from './planned-panel.tsx'
import { useTrafficNumbers, useVisitorNumbers } from './queries.ts'
import { dashboardTexts } from './texts.ts'
import styles from './dashboard.module.css'

export { TotalsLine } from './totals-line.tsx'

/** What stands beside the map and below it. */
export const Panels = () => {
  const t = useTexts(dashboardTexts)
  return (
    <>
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
    </>
  )
}
