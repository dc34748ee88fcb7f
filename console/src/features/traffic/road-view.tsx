import { Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { useTexts } from '../../shared/i18n/texts.ts'
import { trafficTexts } from './texts.ts'

const views = ['cameras', 'segments'] as const
type View = (typeof views)[number]

/** Which of the two the address says. */
export const useRoadView = (): View => (useSearchParams()[0].get('view') === 'segments' ? 'segments' : 'cameras')

/** Where speed is measured, or where it is limited. What narrows one says nothing of the other. */
export const RoadSwitch = () => {
  const t = useTexts(trafficTexts)
  const view = useRoadView()
  const [, setParams] = useSearchParams()
  return (
    <Segmented
      aria-label={t('view')}
      value={view}
      options={views.map((value) => ({ value, label: t(value) }))}
      onChange={(chosen) => setParams(chosen === 'cameras' ? {} : { view: chosen }, { replace: true })}
    />
  )
}
