import type { Call } from '@vigil/contract/kernel/call.ts'
import { CallRefused } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { client } from '../api/client.ts'
import { bodyOf, draftOf } from '../form/draft.ts'
import type { Row } from '../spec/record.ts'
import type { BulkAction } from '../spec/definitions.ts'
import type { ListSpec } from '../spec/spec.ts'
import { listTexts } from '../spec/texts.ts'
import { DeptChoice } from './dept-choice.tsx'

/** Changes one field of a record as it was listed; its version goes along, so that what others saved since is not lost. */
const setField =
  ({ fields }: ListSpec, save: Call, name: string) =>
  (row: Row, value: unknown): Promise<unknown> =>
    client.ask(save, bodyOf(fields, { ...draftOf(fields, row), [name]: value }, row))

/** Gone is gone, whoever did it. */
const deleteOne =
  (remove: Call) =>
  async (row: Row): Promise<unknown> => {
    try {
      return await client.ask(remove, { id: row.id })
    } catch (error) {
      if (error instanceof CallRefused && error.code === codes.notFound.code) return null
      throw error
    }
  }

/** What can be done to many records of a list; deleting stands last. */
export const bulkActionsOf = (spec: ListSpec): BulkAction[] => {
  const { fields, save, remove, options } = spec
  const texts = listTexts.table
  const dept = fields['deptId']?.as
  const set = (name: string, key: string, label: BulkAction['label'], value: unknown): BulkAction[] =>
    save ? [{ key, label, run: (row) => setField(spec, save, name)(row, value) }] : []
  return [
    ...(fields['enable']?.as.kind === 'flag'
      ? [...set('enable', 'enable', texts.enable, 1), ...set('enable', 'disable', texts.disable, 0)]
      : []),
    ...(save && dept?.kind === 'ref' && dept.to === 'dept'
      ? [
          {
            key: 'moveDept',
            label: texts.moveDept,
            input: DeptChoice,
            inputLabel: texts.newDept,
            run: setField(spec, save, 'deptId'),
          },
        ]
      : []),
    // What a screen states of its own records is only ever given those.
    ...(options.bulkActions ?? []),
    ...(remove
      ? [
          {
            key: 'delete',
            label: texts.delete,
            danger: true,
            hint: options.deleteHint ?? texts.deleteHint,
            run: deleteOne(remove),
          },
        ]
      : []),
  ]
}
