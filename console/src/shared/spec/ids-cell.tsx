import type { FieldKind } from '@vigil/contract/kernel/field.ts'
import { useMemo } from 'react'
import { useTexts } from '../i18n/texts.ts'
import { deptNames } from '../pick/departments.ts'
import { useEverybody } from '../pick/everybody.ts'
import { useDepartments } from '../pick/use-departments.ts'
import { TextCell, type Shown } from './field-display.tsx'
import { listTexts } from './texts.ts'

const idsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as readonly string[]) : [])
const PeopleCell = ({ ids, language }: { readonly ids: readonly string[] } & Pick<Shown, 'language'>) => {
  const t = useTexts(listTexts)
  const people = useEverybody(ids.length > 0)
  const names = useMemo(() => people && new Map(people.map(({ id, name }) => [id, name])), [people])
  const text =
    names === null ? t('people', { n: ids.length }) : ids.map((id) => names.get(id) ?? `#${id}`).join(between(language))
  return <TextCell text={ids.length === 0 ? t('none') : text} />
}

const DeptsCell = ({ ids, language }: { readonly ids: readonly string[] } & Pick<Shown, 'language'>) => {
  const t = useTexts(listTexts)
  const { data: nodes } = useDepartments()
  const names = useMemo(() => deptNames(nodes ?? []), [nodes])
  const text = ids.map((id) => names.get(id) ?? `#${id}`).join(between(language))
  return <TextCell text={ids.length === 0 ? t('none') : text} />
}

const between = (language: Shown['language']): string => (language === 'zh' ? '、' : ', ')

/** The names behind ids, as far as the user may see whom they name. */
export const IdsCell = ({ value, shown: { field, language } }: { readonly value: unknown; readonly shown: Shown }) => {
  const { to } = field.as as Extract<FieldKind, { readonly kind: 'ids' }>
  const ids = idsIn(value)
  if (to === 'user') return <PeopleCell ids={ids} language={language} />
  return to === 'dept' ? (
    <DeptsCell ids={ids} language={language} />
  ) : (
    <TextCell text={ids.map((id) => `#${id}`).join(between(language))} />
  )
}
