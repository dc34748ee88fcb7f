import { siteCalls } from '@vigil/contract/site/calls.ts'
import { siteSettings } from '@vigil/contract/site/settings.ts'
import type { Location } from 'react-router'
import { RecordPane } from '../../shared/form/record-pane.tsx'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useCanForSite } from '../../shared/session/scope.ts'
import type { Row } from '../../shared/spec/record.ts'
import type { FormFieldSketch } from '../../shared/spec/sketch.ts'
import { defineList } from '../../shared/spec/spec.ts'
import { Card } from '../../shared/ui/panel.tsx'
import { MapPreview } from './map-preview.tsx'
import { CenterSetting, DefaultPointSetting, HourInput, SettingInput } from './setting-inputs.tsx'
import styles from './site-screen.module.css'
import { siteTexts } from './site-texts.ts'

type Sketch = FormFieldSketch<typeof siteSettings>
const setting = (field: Sketch['field']): Sketch => ({ field, editor: SettingInput })
const hour = (field: Sketch['field']): Sketch => ({ field, editor: HourInput })
const { table } = siteTexts

const settings = defineList(siteSettings, {
  calls: { list: siteCalls.getSite, save: siteCalls.saveSite },
  form: [
    { title: table.groupSite, fields: ['name', 'safeSince'] },
    {
      title: table.groupMap,
      fields: [{ block: CenterSetting }, { block: DefaultPointSetting }, setting('zoom'), { block: MapPreview }],
    },
    { title: table.groupLimits, fields: ['personOffline', 'carOffline', 'personStale', 'carStale', 'lowBattery'].map(setting) },
    { title: table.groupHours, fields: ['workFrom', 'workTo'].map(hour) },
    { title: table.groupSignIn, fields: ['lockMinutes', 'sessionsPerAccount'].map(setting) },
    { title: table.groupKeeping, fields: ['positionDays', 'alarmDays', 'journalDays', 'exportDays'].map(setting) },
  ],
  invalidates: [siteCalls.getWelcome],
})

/** What holds for the whole site, in one form. */
export const SiteForm = ({ stored }: { readonly stored: Row }) => {
  const t = useTexts(siteTexts)
  const mayEdit = useCanForSite(settings.permission)
  return (
    <Card className={styles['form']} label={t('settings')}>
      <RecordPane spec={settings} stored={stored} mayEdit={mayEdit} same={sameScreen} />
    </Card>
  )
}

const sameScreen = (from: Location, to: Location): boolean => from.pathname === to.pathname
