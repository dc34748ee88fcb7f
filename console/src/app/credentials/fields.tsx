import { useId, useState, type Ref } from 'react'
import { useTexts } from '../../shared/i18n/texts.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { credentialsTexts } from './texts.ts'
import styles from './credentials.module.css'

interface FieldProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly autoComplete: string
  readonly maxLength: number
  readonly error?: string | undefined
  readonly ref?: Ref<HTMLInputElement>
}

/** A labelled field with its error below it. */
export const TextField = (props: FieldProps) => <Field {...props} secret={false} />

/** The same for a password, with an eye that shows it. */
export const PasswordField = (props: FieldProps) => <Field {...props} secret />

const Field = ({
  label,
  name,
  value,
  onChange,
  autoComplete,
  maxLength,
  error,
  ref,
  secret,
}: FieldProps & { readonly secret: boolean }) => {
  const t = useTexts(credentialsTexts)
  const id = useId()
  const [shown, setShown] = useState(false)
  return (
    <>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <div className={`${styles['field']} ${error ? styles['invalid'] : ''}`}>
        <Icon name={secret ? 'lock' : 'user'} size={16} />
        <input
          id={id}
          ref={ref}
          className={styles['input']}
          type={secret && !shown ? 'password' : 'text'}
          name={name}
          value={value}
          maxLength={maxLength}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {secret && (
          <button
            type="button"
            className={styles['eye']}
            aria-label={shown ? t('hidePassword') : t('showPassword')}
            title={shown ? t('hidePassword') : t('showPassword')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eyeOff' : 'eye'} size={16} />
          </button>
        )}
      </div>
      {error && (
        <p className={styles['error']} id={`${id}-error`}>
          {error}
        </p>
      )}
    </>
  )
}
