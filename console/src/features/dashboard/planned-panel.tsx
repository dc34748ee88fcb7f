import type { UseQueryResult } from '@tanstack/react-query'
import type { RouteName } from '@vigil/contract/menu/routes.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import type { IconName } from '../../shared/ui/icon.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Answer, NewerServer } from './answer.tsx'
import { ScreenLink } from './number-link.tsx'
import { dashboardTexts } from './texts.ts'

interface PlannedPanelProps {
  readonly title: string
  readonly icon: IconName
  /** The screen with all records. */
  readonly to: RouteName
  readonly query: UseQueryResult
  readonly className?: string | undefined
}

/** A panel whose call the contract only announces so far: it says what the server answers, and no number of its own. */
export const PlannedPanel = ({ title, icon, to, query, className }: PlannedPanelProps) => {
  const t = useTexts(dashboardTexts)
  return (
    <Panel className={className} title={title} extra={<ScreenLink to={to}>{t('allRecords')}</ScreenLink>}>
      <Answer query={query} icon={icon}>
        {() => <NewerServer />}
      </Answer>
    </Panel>
  )
}
