import { caseStatus } from '@vigil/contract/cases/entities.ts'
import type { EvidenceCase } from '@vigil/contract/cases/evidence-case.ts'
import { useLanguage } from '../../shared/i18n/language.ts'

/** 未结案 or 已结案. */
export const CaseStatus = ({ of: { status } }: { readonly of: Pick<EvidenceCase, 'status'> }) => {
  const { language } = useLanguage()
  return <span className={status === caseStatus.code.closed ? 'quiet' : ''}>{caseStatus.name(status, language)}</span>
}
