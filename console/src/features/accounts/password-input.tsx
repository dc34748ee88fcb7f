import { passwordLength } from '@vigil/contract/session/password-length.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTexts } from '../../shared/i18n/texts.ts'
import { Row } from '../../shared/ui/layout.tsx'
import { generatePassword } from './passwords.ts'
import { accountTexts } from './texts.ts'

interface PasswordInputProps {
  readonly id: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly invalid: boolean
  readonly 'aria-describedby'?: string | undefined
  readonly first?: boolean
}

/** A password for somebody else: typed, or made here and then shown so that it can be handed over. */
export const PasswordInput = ({ id, value, onChange, invalid, first = false, ...rest }: PasswordInputProps) => {
  const t = useTexts(accountTexts)
  const [visible, setVisible] = useState(false)
  return (
    <Row as="span" gap={8} align="normal">
      <Input.Password
        id={id}
        value={value}
        maxLength={passwordLength.max}
        autoComplete="new-password"
        visibilityToggle={{ visible, onVisibleChange: setVisible }}
        aria-describedby={rest['aria-describedby']}
        aria-invalid={invalid}
        {...(first ? { 'data-first': true } : {})}
        {...(invalid ? { status: 'error' as const } : {})}
        onChange={({ target }) => onChange(target.value)}
      />
      <Button
        onClick={() => {
          onChange(generatePassword())
          setVisible(true)
        }}
      >
        {t('generate')}
      </Button>
    </Row>
  )
}
