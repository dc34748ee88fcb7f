import { Button, Skeleton } from 'antd'
import { Component, Suspense, type ErrorInfo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { logError } from '../../shared/error-log/error-log.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { MapLayersContext } from '../../shared/map/map-layer.ts'
import { BuiltScreens } from '../../shared/screens/built-screens.ts'
import type { Screen, ScreenName } from '../../shared/screens/screen.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { PartMissing } from '../../shared/ui/part.ts'
import { EmptyState } from '../../shared/ui/states.tsx'
import { homePath, type Page } from '../routes/pages.ts'
import { mapLayers } from '../map-layers.ts'
import { screens } from '../screens.ts'
import { shellTexts } from './texts.ts'
import styles from './shell.module.css'

const built: ReadonlySet<ScreenName> = new Set(Object.keys(screens) as ScreenName[])

/** Draws the screen of a page; a screen that fails takes nothing else down. */
export const ScreenHost = ({ page, onRetry }: { readonly page: Page; readonly onRetry: () => void }) => {
  const screen = screens[page.name]
  return (
    <div className={styles[frameOf(page, screen)]}>
      <Boundary location={page.path} fallback={(error) => <Failed error={error} onRetry={onRetry} />}>
        <Suspense fallback={<Waiting />}>
          <BuiltScreens value={built}>
            <MapLayersContext value={mapLayers}>
              {screen ? <screen.component waiting={<Waiting />} /> : <NotBuilt page={page} />}
            </MapLayersContext>
          </BuiltScreens>
        </Suspense>
      </Boundary>
    </div>
  )
}

const frameOf = ({ name }: Page, screen: Screen | undefined): 'first' | 'fills' | 'flows' | 'function' => {
  if (name === 'home') return 'first'
  if (screen?.fills) return 'fills'
  return screen?.flows ? 'flows' : 'function'
}

const Waiting = () => (
  <div className={styles['waiting']}>
    <Skeleton active paragraph={{ rows: 6 }} />
  </div>
)

const NotBuilt = ({ page }: { readonly page: Page }) => {
  const t = useTexts(shellTexts)
  const { language } = useLanguage()
  return (
    <Panel title={page.title[language]} style={{ height: '100%', minHeight: 320 }}>
      <EmptyState icon="layers" title={t('notBuilt')} hint={t('notBuiltHint')}>
        {page.path !== homePath && <Link to={homePath}>{t('backHome')}</Link>}
      </EmptyState>
    </Panel>
  )
}

/**
 * Draws it again. A module that failed once is asked for no second time by some browsers (Chromium 150), whoever asks: where the server
 * answers, the page is loaded anew, and what is typed and not saved is asked about, as at each reload.
 */
const tryAgain = async (failure: Error, draw: () => void): Promise<void> => {
  if (failure instanceof PartMissing && failure.cause instanceof TypeError) {
    const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
    if (answer?.ok) return location.reload()
  }
  draw()
}

const Failed = ({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) => {
  const t = useTexts(shellTexts)
  // Nothing is wrong with the screen itself, and what a browser says of it is English with the names of files.
  const said =
    error instanceof PartMissing
      ? { title: t('screenMissing'), hint: t('screenMissingHint') }
      : { title: t('screenFailed'), hint: t('screenFailedHint', { reason: error.message }) }
  return (
    <Panel style={{ height: '100%', minHeight: 320 }}>
      <EmptyState icon="danger" {...said}>
        <Button onClick={() => void tryAgain(error, onRetry)} icon={<Icon name="refresh" size={16} />}>
          {t(error instanceof PartMissing ? 'retry' : 'drawAgain')}
        </Button>
      </EmptyState>
    </Panel>
  )
}

interface BoundaryProps {
  readonly location: string
  readonly fallback: (error: Error) => ReactNode
  readonly children: ReactNode
}
interface BoundaryState {
  readonly error: Error | null
}

/** React asks for a class here. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null }

  static getDerivedStateFromError(thrown: unknown): BoundaryState {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    const where = componentStack?.trim().split('\n')[0]?.trim() ?? ''
    logError(error, `${this.props.location} ${where}`.trim())
  }

  override render(): ReactNode {
    const { error } = this.state
    return error ? this.props.fallback(error) : this.props.children
  }
}
