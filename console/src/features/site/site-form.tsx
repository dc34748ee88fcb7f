import { siteCalls } from '@vigil/contract/site/calls.ts'
import { siteSettings } from '@vigil/contract/site/settings.ts'
import { Button } from 'antd'
import { useTexts } from '../../shared/i18n/texts.ts'
import { ConflictDialog } from '../../shared/list/conflict-dialog.tsx'
import { LeaveQuestion } from '../../shared/list/leave-question.tsx'
import { RecordForm } from '../../shared/list/record-form.tsx'
import type { Row } from '../../shared/list/record.ts'
import type { FormFieldSketch } from '../../shared/list/sketch.ts'
import { defineList } from '../../shared/list/spec.ts'
import { listTexts } from '../../shared/list/texts.ts'
import { useRecordEditor } from '../../shared/list/use-record-editor.ts'
import { useCan } from '../../shared/session/session.ts'
import { useShortcut } from '../../shared/shortcuts/shortcuts.ts'
import { useUnsavedGuard } from '../../shared/unsaved/unsaved-guard.ts'
import { Icon } from '../../shared/ui/icon.tsx'
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
    { title: table.groupKeeping, fields: ['positionDays', 'alarmDays', 'journalDays', 'exportDays'].map(setting) },
  ],
  invalidates: [siteCalls.getWelcome],
})

/** What holds for the whole site, in one form. */
export const SiteForm = ({ stored }: { readonly stored: Row }) => {
  const t = useTexts(siteTexts)
  const words = useTexts(listTexts)
  const mayEdit = useCan(settings.permission)
  const editor = useRecordEditor(settings, { stored })
  const { dirty, saving, changes } = editor
  const guard = useUnsavedGuard(dirty && mayEdit, (from, to) => from.pathname === to.pathname)
  const save = (): void => {
    if (mayEdit && dirty && !saving && editor.conflict === null) void editor.save()
  }
  useShortcut({ keys: 'ctrl+s', describe: table.save, run: save })
  return (
    <section className={styles['card']} aria-label={t('settings')}>
      <div className={styles['scroll']}>
        <RecordForm
          parts={settings.form}
          editor={editor}
          readOnly={!mayEdit}
          focusFirst={false}
          onSubmit={save}
          onSaveAsNew={save}
        />
      </div>
      {editor.refusal !== null && (
        <div className={styles['refusal']} role="alert">
          <Icon name="danger" size={18} />
          <span>{editor.refusal}</span>
        </div>
      )}
      <footer className={styles['foot']}>
        <span className={styles['state']} role="status">
          {mayEdit ? (dirty ? words('changed', { n: changes.length }) : words('upToDate')) : words('readOnly')}
        </span>
        {mayEdit && (
          <>
            <Button disabled={!dirty || saving} onClick={editor.reset}>
              {t('reset')}
            </Button>
            <Button type="primary" disabled={!dirty} loading={saving} onClick={save}>
              {t('save')}
            </Button>
          </>
        )}
      </footer>
      <ConflictDialog spec={settings} editor={editor} onSaved={() => undefined} />
      <LeaveQuestion spec={settings} editor={editor} leaving={guard.leaving} />
    </section>
  )
}
