import { field } from '@vigil/contract/kernel/field.ts'
import { RefInput } from '../form/field-inputs.tsx'
import type { BulkInputProps } from '../spec/definitions.ts'
import { listTexts } from '../spec/texts.ts'

const dept = field.requiredRef(listTexts.table.newDept, 'dept')

/** The department that many records are moved to. */
export const DeptChoice = ({ id, value, onChange }: BulkInputProps) => (
  <RefInput
    id={id}
    name="deptId"
    field={dept}
    value={value}
    draft={{}}
    invalid={false}
    aria-describedby={undefined}
    onChange={(next) => onChange(next)}
  />
)
