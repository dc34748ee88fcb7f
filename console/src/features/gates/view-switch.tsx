import { Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { useTexts } from '../../shared/i18n/texts.ts'
import { gateTexts } from './texts.ts'

const passViews = ['list', 'inside'] as const
const visitViews = ['visits', 'bans', 'invitations'] as const
type PassView = (typeof passViews)[number]
type VisitView = (typeof visitViews)[number]
type View = PassView | VisitView

const useViewOf = <V extends View>(views: readonly [V, ...V[]]): V => {
  const asked = useSearchParams()[0].get('view')
  return views.find((one) => one === asked) ?? views[0]
}
/** Which of a screen's views the address says: the first unless it says another. */
export const usePassView = (): PassView => useViewOf(passViews)
export const useVisitView = (): VisitView => useViewOf(visitViews)

interface SwitchProps {
  readonly views: readonly [View, ...View[]]
}
/** Goes from one view of a screen to another. What narrows one says nothing of the other. */
const Switch = ({ views }: SwitchProps) => {
  const t = useTexts(gateTexts)
  const [, setParams] = useSearchParams()
  const view = useViewOf(views)
  return (
    <Segmented
      aria-label={t('view')}
      value={view}
      options={views.map((value) => ({ value, label: t(value) }))}
      onChange={(chosen) => setParams(chosen === views[0] ? {} : { view: chosen }, { replace: true })}
    />
  )
}
export const PassSwitch = () => <Switch views={passViews} />
export const VisitSwitch = () => <Switch views={visitViews} />
