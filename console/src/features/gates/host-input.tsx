import { AutoComplete } from 'antd'
import { useState } from 'react'
import { usePeople } from '../../shared/pick/people.ts'
import { useDebounced } from '../../shared/pick/use-debounced.ts'
import type { EditorProps } from '../../shared/spec/definitions.ts'
import styles from './gates.module.css'

const offered = 20

interface HostNameProps {
  readonly id: string
  readonly value: string
  readonly onChange: (name: string) => void
  readonly placeholder?: string
  readonly invalid?: boolean
  readonly 'aria-describedby'?: string | undefined
}

/** Whom somebody visits: one of the site's people as one types, or any other name. */
export const HostName = ({ id, value, onChange, placeholder = '', invalid = false, ...rest }: HostNameProps) => {
  const [open, setOpen] = useState(false)
  const keyword = useDebounced(value.trim())
  const { page } = usePeople({ keyword, deptId: null, pageNum: 1, pageSize: offered }, open)
  const people = (page?.list ?? []).map((person) => ({
    key: person.id,
    value: person.name,
    label: [person.name, person.workNum, person.deptName].filter(Boolean).join(' · '),
  }))
  return (
    <AutoComplete
      {...rest}
      id={id}
      value={value}
      options={people}
      placeholder={placeholder}
      className={styles['wide'] ?? ''}
      aria-invalid={invalid}
      {...(invalid ? { status: 'error' as const } : {})}
      onOpenChange={setOpen}
      onChange={(typed: string) => onChange(typed)}
    />
  )
}

/** The same as the editor of a form. */
export const HostInput = ({ id, value, onChange, invalid, 'aria-describedby': described }: EditorProps) => (
  <HostName
    id={id}
    value={typeof value === 'string' ? value : ''}
    invalid={invalid}
    aria-describedby={described}
    onChange={onChange}
  />
)
