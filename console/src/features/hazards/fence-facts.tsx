import { alarmLevel, type Fence } from '@vigil/contract/hazards/entities.ts'
import { Alert } from 'antd'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useCan } from '../../shared/session/session.ts'
import { LevelLabel } from '../../shared/ui/level-mark.tsx'
import { draftOf } from './fence-draft.ts'
import styles from './hazards.module.css'
import { hazardTexts } from './texts.ts'
import { fieldLabel, fieldsShown, fieldText, type Names } from './words.ts'

/** A fence for those who may look and not change. */
export const FenceFacts = ({ fence, names }: { readonly fence: Fence; readonly names: Names }) => {
  const t = useTexts(hazardTexts)
  const { language } = useLanguage()
  const allowed = useCan('dangAreaDrawMgmt:edit')
  const draft = draftOf(fence)
  return (
    <div className={styles['formBody']}>
      <Alert
        type="info"
        showIcon
        className={styles['note'] ?? ''}
        title={t('readOnly')}
        description={t(allowed ? 'readOnlyScope' : 'readOnlyHint')}
      />
      <dl className={styles['facts']}>
        {fieldsShown(draft).map((name) => (
          <div key={name}>
            <dt>{fieldLabel(name, t)}</dt>
            <dd>
              {name === 'level' ? (
                <LevelLabel level={alarmLevel.schema.parse(draft.level)} />
              ) : name === 'points' ? (
                <>
                  {fieldText(name, draft, names, t, language)}
                  <span className={styles['pointList']}>
                    {draft.points.map(([lng, lat], at) => (
                      <span key={at}>
                        {lng.toFixed(7)}, {lat.toFixed(7)}
                      </span>
                    ))}
                  </span>
                </>
              ) : (
                fieldText(name, draft, names, t, language)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
