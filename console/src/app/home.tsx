import { Skeleton } from 'antd'
import { Dashboard } from '../features/dashboard/dashboard.tsx'
import { SetupGuide } from '../features/site/setup-guide.tsx'
import { fetched } from '../shared/ui/fetched.tsx'
import { Panel } from '../shared/ui/panel.tsx'

const map = fetched(async () => (await import('../features/positions/site-map-panel.tsx')).SiteMapPanel)
// It is the largest, and on its way before anything of home is drawn; what fails is told by the panel.
map.fetchAhead()

const Waiting = () => (
  <Panel>
    <Skeleton active paragraph={{ rows: 6 }} />
  </Panel>
)

/** The home screen: the dashboard with the live map of the positions in it; first the way there, while the site is not set up. */
export const Home = () => (
  <SetupGuide>
    <Dashboard map={<map.component waiting={<Waiting />} />} />
  </SetupGuide>
)
