import type { FieldKind } from '@vigil/contract/kernel/field.ts'
import type { ComponentType } from 'react'
import type { EditorProps } from '../spec/definitions.ts'
import { PictureInput, PlaceInput, RefInput, RingInput } from './field-inputs.tsx'
import { IdsInput } from './ids-input.tsx'
import { PeriodsInput } from './periods-editor.tsx'
import { ChoiceInput, ChoicesInput, DayInput, FlagInput, NumberInput, TextInput } from './plain-inputs.tsx'
import { ShapeInput } from './shape-input.tsx'

const editors: Readonly<Record<FieldKind['kind'], ComponentType<EditorProps>>> = {
  text: TextInput,
  number: NumberInput,
  choice: ChoiceInput,
  choices: ChoicesInput,
  flag: FlagInput,
  switch: FlagInput,
  ref: RefInput,
  refs: RefInput,
  ids: IdsInput,
  day: DayInput,
  time: TextInput,
  // Longitude and latitude are chosen together.
  lng: PlaceInput,
  lat: PlaceInput,
  ring: RingInput,
  shape: ShapeInput,
  periods: PeriodsInput,
  picture: PictureInput,
}

/** What a field is put in with. */
export const FieldEditor = (props: EditorProps) => {
  const Editor = editors[props.field.as.kind]
  return <Editor {...props} />
}
