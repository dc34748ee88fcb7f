import { visitStatus, type Visit } from '@vigil/contract/gates/visit.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { gateTexts } from './texts.ts'
import { isTagOut } from './visit-acts.ts'

const { code } = visitStatus
const classes: Partial<Readonly<Record<Visit['status'], string>>> = {
  [code.overstayed]: 'bad',
  [code.refused]: 'bad',
  [code.inside]: 'good',
  [code.left]: 'quiet',
}

/** How a visit stands; who overstayed in red, and whose tag is still out. */
export const VisitState = ({ visit }: { readonly visit: Pick<Visit, 'status' | 'tagNo' | 'tagBack' | 'trainingAck'> }) => {
  const t = useTexts(gateTexts)
  const { language } = useLanguage()
  return (
    <span className={classes[visit.status]}>
      {visitStatus.name(visit.status, language)}
      {isTagOut(visit) && <span className="bad"> · {t('tagOut')}</span>}
    </span>
  )
}
