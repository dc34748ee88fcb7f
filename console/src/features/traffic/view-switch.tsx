import { Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { useTexts } from '../../shared/i18n/texts.ts'
import { trafficTexts } from './texts.ts'

const views = ['list', 'statistics'] as const
type View = (typeof views)[number]

/** Which of the two the address says. */
export const useView = (): View => (useSearchParams()[0].get('view') === 'statistics' ? 'statistics' : 'list')

/** The records, or their statistics. */
export const ViewSwitch = () => {
  const t = useTexts(trafficTexts)
  const view = useView()
  const [, setParams] = useSearchParams()
  const show = (chosen: View): void =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old)
        if (chosen === 'list') next.delete('view')
        else next.set('view', chosen)
        return next
      },
      { replace: true },
    )
  return (
    <Segmented aria-label={t('view')} value={view} onChange={show} options={views.map((value) => ({ value, label: t(value) }))} />
  )
}
