import { Button } from 'antd'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useQueryChange } from '../../shared/routes/use-query-change.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { hazardTexts } from './texts.ts'

/** From the table back to the map. */
export const ToMap = () => {
  const t = useTexts(hazardTexts)
  const change = useQueryChange()
  return (
    <Button icon={<Icon name="pin" size={16} />} onClick={() => change({ view: null })}>
      {t('onMap')}
    </Button>
  )
}
