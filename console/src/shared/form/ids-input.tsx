import type { Field, FieldKind } from '@vigil/contract/kernel/field.ts'
import { useMemo } from 'react'
import { useEverybody } from '../pick/everybody.ts'
import { UsersPicker } from '../pick/user-picker.tsx'
import type { EditorProps } from '../spec/definitions.ts'
import { RefInput } from './field-inputs.tsx'

const idsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as readonly string[]) : [])
type Ids = Extract<FieldKind, { readonly kind: 'ids' }>

/** Several people, whose names the record does not carry. */
const PeopleInput = (props: EditorProps) => {
  const people = useEverybody(true)
  return (
    <UsersPicker
      id={props.id}
      aria-describedby={props['aria-describedby']}
      {...(props.placeholder === undefined ? {} : { placeholder: props.placeholder })}
      known={people ?? undefined}
      value={idsIn(props.value)}
      onChange={(ids) => props.onChange(ids)}
    />
  )
}

/** Several records by their ids; departments are known to everybody who sees them. */
export const IdsInput = (props: EditorProps) => {
  const { field, onChange } = props
  const { to } = field.as as Ids
  const several = useMemo((): Field => ({ ...field, as: { kind: 'refs', to } }), [field, to])
  return to === 'user' ? (
    <PeopleInput {...props} />
  ) : (
    // Names would be no part of the record.
    <RefInput {...props} field={several} onChange={(ids) => onChange(ids)} />
  )
}
