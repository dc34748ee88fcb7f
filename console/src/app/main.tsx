import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import '../shared/theme/global.css'
import { watchWindow } from '../shared/error-log/error-log.ts'
import { session } from '../shared/session/session.ts'
import { sound } from '../shared/sound/sound.ts'
import { installTheme } from '../shared/theme/mode.ts'
import { wall } from '../shared/wall/at-wall.ts'
import { NoticesHost } from './notices/notices-host.tsx'
import { createRouter } from './router.tsx'
import { fetchCallsAhead } from './session/load-calls.ts'

installTheme()
watchWindow()
sound.watch()
// Who is signed in is asked first: the router has the many files of the frame fetched, which would keep these waiting.
if (session.token() !== null) fetchCallsAhead()

const root = document.getElementById('root')
if (!root) throw new Error('index.html lacks the element #root')
createRoot(root).render(
  <StrictMode>
    {/* An address is drawn at once: what is pressed next acts on what was chosen, not on what was chosen before. */}
    <RouterProvider router={createRouter()} useTransitions={false} />
    {wall === null && <NoticesHost />}
  </StrictMode>,
)
