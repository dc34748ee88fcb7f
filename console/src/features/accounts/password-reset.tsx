import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import type { User } from '@vigil/contract/accounts/user.ts'
import { Alert, Button, Input } from 'antd'
import { useId, useState } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useCallMutation } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import styles from './accounts.module.css'
import { PasswordInput } from './password-input.tsx'
import { generatePassword, passwordProblem } from './passwords.ts'
import { accountTexts } from './texts.ts'

const width = 480

interface PasswordResetProps {
  readonly user: User
  readonly onClose: () => void
}

/** A new password for somebody, made or typed, and then shown once to be handed over. */
export const PasswordReset = ({ user, onClose }: PasswordResetProps) => {
  const t = useTexts(accountTexts)
  const { language } = useLanguage()
  const id = useId()
  const [password, setPassword] = useState(generatePassword)
  const [tried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  /** The password as it was stored, whatever stands in the field by then. */
  const [stored, setStored] = useState<string | null>(null)
  const save = useCallMutation(accountCalls.saveUser, { showsRefusal: true, invalidates: [accountCalls.listUserByDeptId] })
  const problem = passwordProblem(password, user.userName ?? '')
  const said = tried && problem ? problem[language] : refusal
  const run = async (): Promise<void> => {
    setTried(true)
    if (problem) return
    try {
      await save.mutateAsync({ ...user, password })
      setStored(password)
    } catch (error) {
      setRefusal(failureText(error))
    }
  }
  const copy = (): void => {
    navigator.clipboard.writeText(stored ?? '').then(
      () => notify.success(t('copied')),
      () => notify.warning(t('notCopied')),
    )
  }
  return (
    <DragDialog
      open
      onClose={onClose}
      title={t('resetTitle', { name: user.cname })}
      width={width}
      footer={
        <>
          {stored !== null ? (
            <Button type="primary" onClick={onClose}>
              {t('close')}
            </Button>
          ) : (
            <>
              <Button onClick={onClose}>{t('cancel')}</Button>
              <Button type="primary" loading={save.isPending} onClick={() => void run()}>
                {t('resetSave')}
              </Button>
            </>
          )}
        </>
      }
    >
      {stored !== null ? (
        <>
          <Alert type="success" showIcon title={t('resetDone')} description={t('shownOnce')} />
          <dl className={styles['handover']}>
            <dt>{t('signInName')}</dt>
            <dd>{user.userName}</dd>
            <dt>{t('newPassword')}</dt>
            <dd>
              <Input readOnly value={stored} aria-label={t('newPassword')} data-first />
              <Button onClick={copy}>{t('copy')}</Button>
            </dd>
          </dl>
        </>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void run()
          }}
        >
          <p className={styles['lead']}>{t('resetLead')}</p>
          <label className={styles['label']} htmlFor={id}>
            {t('newPassword')}
          </label>
          <PasswordInput
            id={id}
            first
            value={password}
            invalid={said !== null}
            onChange={(next) => {
              setPassword(next)
              setRefusal(null)
            }}
          />
          {said !== null && (
            <p role="alert" className={styles['refusal']}>
              {said}
            </p>
          )}
        </form>
      )}
    </DragDialog>
  )
}
