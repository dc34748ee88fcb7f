import { logPart, logParts, type PartOfLog } from '@vigil/contract/journal/entities.ts'
import { Segmented } from 'antd'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useListQuery } from '../../shared/routes/use-list-query.ts'
import { journalTexts } from './texts.ts'

/** A part of the log, or all of it. */
export type Part = (typeof logPart.codes)[number] | 'all'
export const parts: readonly Part[] = ['all', ...logPart.codes]

/** What every row of a part has in common, and what is therefore neither asked for nor shown there. */
export const commonIn = (part: Part): readonly string[] => {
  if (part === 'all') return []
  const { result, modules }: PartOfLog = logParts[part]
  return [...(result === 'success' ? ['result'] : []), ...(modules?.length === 1 ? ['module'] : [])]
}
/** What may be asked for in a part. */
export const actionsIn = (part: Part): readonly string[] | null => {
  if (part === 'all') return null
  const { actions }: PartOfLog = logParts[part]
  return actions ?? null
}

const inAddress = ['part']

/** The part that the address names; all where it names none that there is. */
export const useLogPart = () => {
  const { state, change } = useListQuery('', inAddress)
  const named = logPart.schema.safeParse(state.filters['part'])
  return {
    part: named.success ? named.data : ('all' as const),
    // What was asked for of one part may be nowhere in another.
    choose: (part: Part): void =>
      change({ filters: { part: part === 'all' ? null : part, module: null, action: null, result: null }, open: null }),
  }
}

/** 全部 / 变更 / 登录 / 拒绝: which part of the log is read. */
export const LogPartTabs = () => {
  const t = useTexts(journalTexts)
  const { language } = useLanguage()
  const { part, choose } = useLogPart()
  return (
    <Segmented<Part>
      aria-label={t('part')}
      value={part}
      options={parts.map((value) => ({ value, label: value === 'all' ? t('all') : logPart.name(value, language) }))}
      onChange={choose}
    />
  )
}
