import { ConfigProvider } from 'antd'
import type { AriaAttributes } from 'react'

/** What a picker takes from antd's `Form.Item`, and outside of one from its caller. */
export interface FieldProps<Value, Answer extends readonly unknown[] = readonly []> extends AriaAttributes {
  readonly id?: string | undefined
  /** Undefined is empty. */
  readonly value?: Value | undefined
  readonly onChange?: ((value: Value, ...more: Answer) => void) | undefined
  /** That of the form unless said. */
  readonly disabled?: boolean | undefined
  readonly placeholder?: string | undefined
}

/** Whether a field is disabled, by itself or with its form. */
export const useDisabled = (disabled: boolean | undefined): boolean => {
  const { componentDisabled } = ConfigProvider.useConfig()
  return disabled ?? componentDisabled ?? false
}

/** What a field's props say to those who hear it. */
export const ariaOf = (props: object): AriaAttributes =>
  Object.fromEntries(Object.entries(props).filter(([name]) => name.startsWith('aria-')))

/** What a picker holds: the id, and what it is called. */
export interface Labelled {
  readonly value: string
  readonly label: string
}
