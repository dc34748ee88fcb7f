import { Input, type InputProps, type InputRef } from 'antd'
import type { Ref } from 'react'
import { Icon } from './icon.tsx'

interface SearchInputProps extends Omit<InputProps, 'value' | 'onChange' | 'onSearch' | 'prefix' | 'placeholder' | 'allowClear'> {
  /** What can be typed, said in the field itself. */
  readonly label: string
  readonly value: string
  readonly onSearch: (text: string) => void
  readonly ref?: Ref<InputRef>
}

/** Narrows the list below it as one types. */
export const SearchInput = ({ label, onSearch, ...input }: SearchInputProps) => (
  <Input
    {...input}
    allowClear
    prefix={<Icon name="search" size={16} />}
    placeholder={label}
    aria-label={label}
    onChange={({ target }) => onSearch(target.value)}
  />
)
