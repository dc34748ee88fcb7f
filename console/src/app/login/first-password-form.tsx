import { codes } from '@vigil/contract/kernel/codes.ts'
import { passwordLength } from '@vigil/contract/session/password-length.ts'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../shared/i18n/texts.ts'
import { CredentialsForm, useSubmit } from '../credentials/credentials-form.tsx'
import { PasswordField } from '../credentials/fields.tsx'
import { credentialsTexts } from '../credentials/texts.ts'
import { loadCalls } from '../session/load-calls.ts'
import { loginTexts } from './texts.ts'

interface FirstPasswordFormProps {
  readonly name: string
  /** The password just signed in with; null after a reload, then it is asked for. */
  readonly oldPassword: string | null
  readonly onChanged: () => Promise<void>
  readonly onLeave: () => void
}

/** Demands a password of one's own before anything else opens. */
export const FirstPasswordForm = ({ name, oldPassword, onChanged, onLeave }: FirstPasswordFormProps) => {
  const t = useTexts(loginTexts)
  const ofCredentials = useTexts(credentialsTexts)
  const [typedOld, setTypedOld] = useState('')
  const [chosen, setChosen] = useState('')
  const [repeated, setRepeated] = useState('')
  const first = useRef<HTMLInputElement>(null)
  const old = oldPassword ?? typedOld

  useEffect(() => first.current?.focus(), [])

  const chosenError = (): string | undefined => {
    if (chosen.length < passwordLength.min) return t('tooShort', { min: passwordLength.min, length: chosen.length })
    return chosen === old ? t('sameAsOld') : undefined
  }
  const repeatedError = repeated === chosen ? undefined : t('notSame')

  const send = async (): Promise<string | null> => {
    const { client, sessionCalls } = await loadCalls()
    const answer = await client.send(sessionCalls.updatePassword, { oldPassword: old, newPassword: chosen })
    if (answer.code !== codes.success.code) return answer.msg
    await onChanged()
    return null
  }
  const submitting = useSubmit(() => Boolean(old) && !chosenError() && !repeatedError, send)
  const { tried } = submitting

  return (
    <CredentialsForm
      submitting={submitting}
      title={t('changeTitle')}
      subtitle={t('changeHint', { name, min: passwordLength.min })}
      aside={
        <button type="button" className="link oneLine" onClick={onLeave}>
          {ofCredentials('otherAccount')}
        </button>
      }
      button={t('changeButton')}
    >
      {oldPassword === null && (
        <PasswordField
          ref={first}
          label={t('oldPassword')}
          name="old-password"
          value={typedOld}
          onChange={setTypedOld}
          autoComplete="current-password"
          maxLength={passwordLength.max}
          error={tried && !typedOld ? ofCredentials('passwordMissing') : undefined}
        />
      )}
      <PasswordField
        {...(oldPassword === null ? {} : { ref: first })}
        label={t('newPassword')}
        name="new-password"
        value={chosen}
        onChange={setChosen}
        autoComplete="new-password"
        maxLength={passwordLength.max}
        error={tried ? chosenError() : undefined}
      />
      <PasswordField
        label={t('repeatPassword')}
        name="repeat-password"
        value={repeated}
        onChange={setRepeated}
        autoComplete="new-password"
        maxLength={passwordLength.max}
        error={tried ? repeatedError : undefined}
      />
    </CredentialsForm>
  )
}
