import { siteCalls } from '@vigil/contract/site/calls.ts'
import { siteSettings } from '@vigil/contract/site/settings.ts'
import type { Location } from 'react-router'
import { RecordPane } from '../../shared/form/record-pane.tsx'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useCanForSite } from '../../shared/session/scope.ts'
import type { Row } from '../../shared/spec/record.ts'
import { defineList } from '../../shared/spec/spec.ts'
import { Card } from '../../shared/ui/panel.tsx'
import { settingForm } from './setting-form.ts'
import styles from './site-screen.module.css'
import { siteTexts } from './site-texts.ts'

const settings = defineList(siteSettings, {
  calls: { list: siteCalls.getSite, save: siteCalls.saveSite },
  form: settingForm(siteSettings.fields),
  invalidates: [siteCalls.getWelcome],
})

/** What holds for the whole site, in one form. */
export const SiteForm = ({ stored }: { readonly stored: Row }) => {
  const t = useTexts(siteTexts)
  const mayEdit = useCanForSite(settings.permission)
  return (
    <Card className={styles['form']} label={t('settings')}>
      <h2 className="unseen">{t('settings')}</h2>
      <RecordPane spec={settings} stored={stored} mayEdit={mayEdit} same={sameScreen} />
    </Card>
  )
}

const sameScreen = (from: Location, to: Location): boolean => from.pathname === to.pathname
