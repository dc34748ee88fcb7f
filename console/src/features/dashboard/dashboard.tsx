import type { ReactNode } from 'react'
import { afterFirstMap } from '../../shared/map/first-drawn.ts'
import { holds, session } from '../../shared/session/session.ts'
import { fetched } from '../../shared/ui/fetched.tsx'
import { MapCell } from './map-cell.tsx'
import styles from './dashboard.module.css'

/** Milliseconds that the numbers wait for the map at most. */
const waitForMap = 3_000

/** After the map, which is by far the largest of home: whatever is fetched and drawn beside it holds it up. */
const loadPanels = async () => {
  if (holds(session.user(), 'trackRealMgmt')) await afterFirstMap(waitForMap)
  return import('./panels.tsx')
}
const totals = fetched(async () => (await loadPanels()).TotalsLine)
const panels = fetched(async () => (await loadPanels()).Panels)

interface DashboardProps {
  /** The panel with the live map of the site; it fills what holds it. */
  readonly map: ReactNode
}

/** 首页: six panels under one line of totals. */
export const Dashboard = ({ map }: DashboardProps) => (
  <div className={styles['dashboard']}>
    <totals.component waiting={<div className={styles['totals']} aria-busy="true" />} />
    <MapCell map={map} />
    <panels.component
      waiting={places.map((place) => <div key={place} className={`${styles[place]} ${styles['waiting']}`} aria-busy="true" />)}
    />
  </div>
)

const places = ['online', 'visitors', 'byArea', 'byType', 'speeding'] as const
