import { raisedNames, raisedWhere } from '@vigil/contract/alarms/raised-settings.ts'
import { alarmTypeOf } from '@vigil/contract/alarms/types.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { healthSettings } from '@vigil/contract/health/settings.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { Select } from 'antd'
import { useCall } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import type { FormBlockProps } from '../../shared/spec/definitions.ts'
import { ErrorState } from '../../shared/ui/states.tsx'
import styles from './site-screen.module.css'
import { siteTexts } from './site-texts.ts'

const idsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as readonly string[]) : [])

/** Of each type of alarm where it is raised: everywhere, in some areas, or not at all. */
export const RaisedSettings = ({ draft, set, readOnly }: FormBlockProps) => {
  const t = useTexts(siteTexts)
  const { language } = useLanguage()
  const { data, error, isFetching, refetch } = useCall(hazardCalls.listBsHazardAreaAll, {})
  const areas = (data ? whole(data) : []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div className={styles['raised']}>
      <span className={styles['hint']}>{t('raisedHint', { group: healthSettings.offlineAlarm.group.title[language] })}</span>
      {error && <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />}
      {[...raisedNames].map(([code, { where, areas: chosen }]) => {
        const name = alarmTypeOf(code)[language]
        return (
          <div key={code} className={styles['raisedType']}>
            <span>{name}</span>
            <Select
              aria-label={t('raisedWhere', { name })}
              disabled={readOnly}
              value={draft[where] as string}
              options={raisedWhere.options(language)}
              onChange={(value: string) => set(where, value)}
            />
            {draft[where] === raisedWhere.code.areas && (
              <Select
                mode="multiple"
                aria-label={t('raisedAreas', { name })}
                placeholder={t('raisedAll')}
                disabled={readOnly}
                showSearch={{ optionFilterProp: 'label' }}
                value={[...idsIn(draft[chosen])]}
                options={areas}
                onChange={(ids: string[]) => set(chosen, ids)}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}
