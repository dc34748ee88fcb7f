import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import { Dashboard } from '../features/dashboard/dashboard.tsx'
import { SetupGuide } from '../features/site/setup-guide.tsx'
import { Panel } from '../shared/ui/panel.tsx'

/** In a chunk of its own: totals and charts do not wait for the map. */
const loadMap = async () => ({ default: (await import('../features/positions/site-map-panel.tsx')).SiteMapPanel })
const SiteMapPanel = lazy(loadMap)
// It is the largest, and on its way before anything of home is drawn; what fails is told by the panel.
void loadMap().catch(() => undefined)

const Waiting = () => (
  <Panel>
    <Skeleton active paragraph={{ rows: 6 }} />
  </Panel>
)

/** The home screen: the dashboard with the live map of the positions in it; first the way there, while the site is not set up. */
export const Home = () => (
  <SetupGuide>
    <Dashboard
      map={
        <Suspense fallback={<Waiting />}>
          <SiteMapPanel />
        </Suspense>
      }
    />
  </SetupGuide>
)
