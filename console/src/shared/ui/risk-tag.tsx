import { riskLevel } from '@vigil/contract/hazards/entities.ts'
import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { useLanguage } from '../i18n/language.ts'
import styles from './risk-tag.module.css'

/** The risk of a hazard area in its colour and its word: 重大, 较大, 一般, 低. */
export const RiskTag = ({ level }: { readonly level: HazardArea['riskLevel'] }) => {
  const { language } = useLanguage()
  return (
    <span className={styles['tag']} data-level={level}>
      {riskLevel.name(level, language)}
    </span>
  )
}
