import type { Fields } from '@vigil/contract/kernel/field.ts'
import type { Editable } from '../editing/editing-state.ts'
import type { Draft, Row } from '../spec/record.ts'
import { changedThings, draftOf } from './draft.ts'
import { carried } from './merge.ts'

/** A record with these fields, as it is edited. */
export const editableRecord = (fields: Fields): Editable<Row, Draft> => ({
  draftOf: (record) => draftOf(fields, record),
  changes: ({ initial, draft }) => changedThings(fields, initial, draft),
  carried: (from, mine, onto) => carried(fields, from, mine, onto),
})
