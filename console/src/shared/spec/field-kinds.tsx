import type { Field, FieldKind } from '@vigil/contract/kernel/field.ts'
import type { ReactNode } from 'react'
import {
  choicesText,
  choiceText,
  FlagCell,
  flagText,
  numberText,
  periodsText,
  PictureCell,
  placeText,
  refsText,
  refText,
  ringText,
  shapeText,
  TextCell,
  textText,
  TimeCell,
  type Shown,
} from './field-display.tsx'
import { AreaCell } from './area-cell.tsx'
import { IdsCell } from './ids-cell.tsx'
import { PersonCell } from './person-cell.tsx'

/** Everything that is shown of a field by its kind; how it is put in is the `FieldEditor` of `shared/form`. */
interface Kind {
  /** Pixels of its column. */
  readonly width: number
  readonly align: 'start' | 'end'
  /** Whether the server sorts by it. */
  readonly sortable: boolean
  /** Whether its editor takes the whole width of a form. */
  readonly wide: (field: Field) => boolean
  /** In words, for comparing and reading. */
  readonly text: (value: unknown, shown: Shown) => string
  /** Where two versions are compared; its words unless there is more to say. */
  readonly compared: (value: unknown, shown: Shown) => ReactNode
  /** In a table. */
  readonly cell: (value: unknown, shown: Shown) => ReactNode
  /** A value of the address as the list call takes it; undefined: it says nothing. */
  readonly fromAddress: (text: string, field: Field) => unknown
}

type KindOptions = Pick<Kind, 'width' | 'text'> & Partial<Kind>

/** What most kinds have in common; a cell and a comparison show the words unless there is more to say. */
const kind = (options: KindOptions): Kind => ({
  align: 'start',
  sortable: true,
  wide: () => false,
  compared: options.text,
  cell: (value, shown) => <TextCell text={options.text(value, shown)} />,
  fromAddress: () => undefined,
  ...options,
})
/** What takes the whole width of a form, and neither sorts nor narrows a list. */
const whole = (options: KindOptions): Kind => kind({ sortable: false, wide: () => true, ...options })

const asText = (text: string): unknown => text
const codeIn = (text: string, { as }: Field): unknown =>
  as.kind === 'choice' || as.kind === 'choices' ? as.of.codes.find((code) => String(code) === text) : undefined

/** Longitude and latitude are shown and chosen together. */
const halfOfPlace = whole({ width: 190, text: placeText })
/** A flag and a switch differ only on the wire. */
const yesOrNo = (no: unknown, yes: unknown): Kind =>
  kind({
    width: 112,
    text: flagText,
    cell: (value, shown) => <FlagCell value={value} text={flagText(value, shown)} />,
    fromAddress: (text) => (text === '1' ? yes : text === '0' ? no : undefined),
  })
const idsCell: Kind['cell'] = (value, shown) => <IdsCell value={value} shown={shown} />

/** Renderer, column and address of every kind of field: a new kind needs one entry here and one in `form/field-editor.tsx`. */
const kinds: Readonly<Record<FieldKind['kind'], Kind>> = {
  text: kind({ width: 160, text: textText, wide: ({ as }) => as.kind === 'text' && as.long === true, fromAddress: asText }),
  number: kind({
    width: 120,
    align: 'end',
    text: numberText,
    fromAddress: (text) => (text.trim() === '' || Number.isNaN(Number(text)) ? undefined : Number(text)),
  }),
  choice: kind({ width: 120, text: choiceText, fromAddress: codeIn }),
  choices: whole({
    width: 170,
    text: choicesText,
    fromAddress: (text, field) => {
      const code = codeIn(text, field)
      return code === undefined ? undefined : [code]
    },
  }),
  flag: yesOrNo(0, 1),
  switch: yesOrNo(false, true),
  ref: kind({
    width: 128,
    text: refText,
    cell: (value, shown) => {
      const { as } = shown.field
      const text = refText(value, shown)
      if (as.kind === 'ref' && as.to === 'hazardArea') return <AreaCell name={text} />
      if (as.kind !== 'ref' || as.to !== 'user') return <TextCell text={text} />
      return <PersonCell id={shown.record[shown.name.replace(/Name$/, 'Id')]} name={text} />
    },
    fromAddress: (text) => (/^[1-9]\d{0,17}$/.test(text) ? text : undefined),
  }),
  refs: whole({ width: 200, text: refsText }),
  ids: whole({ width: 200, text: refsText, cell: idsCell, compared: idsCell }),
  day: kind({ width: 120, text: textText, fromAddress: asText }),
  time: kind({
    width: 124,
    text: textText,
    cell: (value, { language, about = false }) => <TimeCell value={value} language={language} whole={about} />,
  }),
  lng: halfOfPlace,
  lat: halfOfPlace,
  ring: whole({ width: 100, align: 'end', text: ringText }),
  shape: whole({ width: 240, text: shapeText }),
  periods: whole({ width: 240, text: periodsText }),
  picture: whole({
    width: 80,
    text: textText,
    cell: (value, { field, language }) => <PictureCell value={value} label={field.label[language]} />,
  }),
}

export const kindOf = ({ as }: Field): Kind => kinds[as.kind]
