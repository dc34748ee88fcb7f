import { insideKind, type InsideEntry } from '@vigil/contract/gates/inside.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import styles from './gates.module.css'
import { gateTexts } from './texts.ts'

/** What does not fit of somebody in plain words, and what somebody said of it. */
export const Odd = ({
  entry: { mismatches, correction },
}: {
  readonly entry: Pick<InsideEntry, 'mismatches' | 'correction'>
}) => {
  const t = useTexts(gateTexts)
  return (
    <>
      {mismatches.map((one) => (
        <div key={one} className={styles['odd']}>
          {t(one)}
        </div>
      ))}
      {correction && (
        <div className="soft">
          {t('correctedTo', { by: correction.by, time: correction.at.slice(5, 16), reason: correction.reason })}
        </div>
      )}
    </>
  )
}

/** Person, visitor with his company, or vehicle; and that he is not inside where he is listed for something else. */
export const useKindWords = (): ((entry: InsideEntry) => string) => {
  const t = useTexts(gateTexts)
  const { language } = useLanguage()
  return ({ kind, headcount, isInside }) =>
    [insideKind.name(kind, language), headcount > 1 ? t('withOthers', { n: headcount }) : '', isInside ? '' : t('notInside')]
      .filter(Boolean)
      .join(' · ')
}
