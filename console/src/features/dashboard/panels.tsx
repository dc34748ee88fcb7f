import { AlarmsByArea } from './alarms-by-area.tsx'
import { AlarmsByType } from './alarms-by-type.tsx'
import { OnlineCounts } from './online-counts.tsx'

import { SpeedingPanel } from './speeding-panel.tsx'
import { VisitorsPanel } from './visitors-panel.tsx'

export { TotalsLine } from './totals-line.tsx'

/** What stands beside the map and below it. */
export const Panels = () => (
  <>
    <OnlineCounts />
    <VisitorsPanel />
    <AlarmsByArea />
    <AlarmsByType />
    <SpeedingPanel />
  </>
)
