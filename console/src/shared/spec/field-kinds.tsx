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
import { IdsCell } from './ids-cell.tsx'

/** Everything that is shown of a field by its kind; how it is put in is `editorOf` of `shared/form`. */
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

const inHalf = (): boolean => false
const inFull = (): boolean => true
const asText = (text: string): unknown => text
const never = (): undefined => undefined
const codeIn = (text: string, { as }: Field): unknown =>
  as.kind === 'choice' || as.kind === 'choices' ? as.of.codes.find((code) => String(code) === text) : undefined

const plain = (text: Kind['text']): Pick<Kind, 'text' | 'cell'> => ({
  text,
  cell: (value, shown) => <TextCell text={text(value, shown)} />,
})

/** Longitude and latitude are shown and chosen together. */
const halfOfPlace: Omit<Kind, 'compared'> = {
  width: 190,
  align: 'start',
  sortable: false,
  ...plain(placeText),
  wide: inFull,
  fromAddress: never,
}
/** A flag and a switch differ only on the wire. */
const yesOrNo: Omit<Kind, 'fromAddress' | 'compared'> = {
  width: 112,
  align: 'start',
  sortable: true,
  text: flagText,
  cell: (value, shown) => <FlagCell value={value} text={flagText(value, shown)} />,
  wide: inHalf,
}

/** Renderer, column and address of every kind of field: what a new kind needs is one entry here and one of `shared/form/field-editors.ts`. */
const kinds: Readonly<Record<FieldKind['kind'], Omit<Kind, 'compared'> & Partial<Pick<Kind, 'compared'>>>> = {
  text: {
    width: 160,
    align: 'start',
    sortable: true,
    ...plain(textText),
    wide: ({ as }) => as.kind === 'text' && as.long === true,
    fromAddress: asText,
  },
  number: {
    width: 120,
    align: 'end',
    sortable: true,
    ...plain(numberText),
    wide: inHalf,
    fromAddress: (text) => (text.trim() === '' || Number.isNaN(Number(text)) ? undefined : Number(text)),
  },
  choice: {
    width: 120,
    align: 'start',
    sortable: true,
    ...plain(choiceText),
    wide: inHalf,
    fromAddress: codeIn,
  },
  choices: {
    width: 170,
    align: 'start',
    sortable: false,
    ...plain(choicesText),
    wide: inFull,
    fromAddress: (text, field) => {
      const code = codeIn(text, field)
      return code === undefined ? undefined : [code]
    },
  },
  flag: {
    ...yesOrNo,
    fromAddress: (text) => (text === '1' ? 1 : text === '0' ? 0 : undefined),
  },
  switch: {
    ...yesOrNo,
    fromAddress: (text) => (text === '1' ? true : text === '0' ? false : undefined),
  },
  refs: {
    width: 200,
    align: 'start',
    sortable: false,
    ...plain(refsText),
    wide: inFull,
    fromAddress: never,
  },
  ids: {
    width: 200,
    align: 'start',
    sortable: false,
    text: refsText,
    cell: (value, shown) => <IdsCell value={value} shown={shown} />,
    compared: (value, shown) => <IdsCell value={value} shown={shown} />,
    wide: inFull,
    fromAddress: never,
  },
  ref: {
    width: 140,
    align: 'start',
    sortable: true,
    ...plain(refText),
    wide: inHalf,
    fromAddress: (text) => (/^[1-9]\d{0,17}$/.test(text) ? text : undefined),
  },
  day: {
    width: 120,
    align: 'start',
    sortable: true,
    ...plain(textText),
    wide: inHalf,
    fromAddress: asText,
  },
  time: {
    width: 180,
    align: 'start',
    sortable: true,
    text: textText,
    cell: (value, { language }) => <TimeCell value={value} language={language} />,
    wide: inHalf,
    fromAddress: never,
  },
  lng: halfOfPlace,
  lat: halfOfPlace,
  ring: {
    width: 100,
    align: 'end',
    sortable: false,
    ...plain(ringText),
    wide: inFull,
    fromAddress: never,
  },
  shape: {
    width: 240,
    align: 'start',
    sortable: false,
    ...plain(shapeText),
    wide: inFull,
    fromAddress: never,
  },
  periods: {
    width: 240,
    align: 'start',
    sortable: false,
    ...plain(periodsText),
    wide: inFull,
    fromAddress: never,
  },
  picture: {
    width: 80,
    align: 'start',
    sortable: false,
    text: (value) => textText(value),
    cell: (value, { field, language }) => <PictureCell value={value} label={field.label[language]} />,
    wide: inFull,
    fromAddress: never,
  },
}

export const kindOf = ({ as }: Field): Kind => {
  const kind = kinds[as.kind]
  return { compared: kind.text, ...kind }
}
