import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import type { User } from '@vigil/contract/accounts/user.ts'
import { CallRefused } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { Alert, Button, Input } from 'antd'
import { useEffect, useId, useState } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useCallMutation } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { QuestionDialog } from '../../shared/ui/question-dialog.tsx'
import { notify } from '../../shared/notices/notices.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import styles from './accounts.module.css'
import { PasswordReset } from './password-reset.tsx'
import { accountTexts } from './texts.ts'
import { askNothing, useUserAsk } from './user-asks.ts'
import { enableUser } from './user-changes.ts'
import { Worn } from './worn.tsx'

interface AboutUser {
  readonly user: User
}

/** The dialogs that rows of the list open; none is shown unless one was asked for. */
export const UserDialogs = () => {
  const asked = useUserAsk((state) => state.asked)
  useEffect(() => askNothing, [])
  if (!asked) return null
  const { what, user } = asked
  const props = { key: `${what} ${user.id}`, user }
  if (what === 'password') return <PasswordReset {...props} onClose={askNothing} />
  if (what === 'worn') return <Worn {...props} onClose={askNothing} />
  if (what === 'sessions') return <EndSessions {...props} />
  return what === 'disable' ? <Disable {...props} /> : <Erase {...props} />
}

const EndSessions = ({ user }: AboutUser) => {
  const t = useTexts(accountTexts)
  const [refusal, setRefusal] = useState<string | null>(null)
  const end = useCallMutation(sessionCalls.endSessionsOfUser, { showsRefusal: true })
  const run = async (): Promise<void> => {
    try {
      const { ended } = await end.mutateAsync({ id: user.id })
      notify.success(t('ended', { n: ended }))
      askNothing()
    } catch (error) {
      const nobody = error instanceof CallRefused && error.code === codes.notFound.code
      setRefusal(nobody ? t('nothingToEnd') : failureText(error))
    }
  }
  return (
    <QuestionDialog
      open
      title={t('endTitle')}
      question={t('endQuestion', { name: user.cname })}
      hint={t('endHint')}
      refusal={refusal}
      onClose={askNothing}
      footer={
        <>
          <Button onClick={askNothing}>{t('cancel')}</Button>
          <Button type="primary" loading={end.isPending} onClick={() => void run()}>
            {t('end')}
          </Button>
        </>
      }
    />
  )
}

const Disable = ({ user }: AboutUser) => {
  const t = useTexts(accountTexts)
  const [running, setRunning] = useState(false)
  const run = async (): Promise<void> => {
    setRunning(true)
    await enableUser(user, false)
    askNothing()
  }
  return (
    <QuestionDialog
      open
      title={t('disableTitle')}
      question={t('disableQuestion', { name: user.cname })}
      hint={t('disableHint')}
      onClose={askNothing}
      footer={
        <>
          <Button onClick={askNothing}>{t('cancel')}</Button>
          <Button type="primary" danger loading={running} onClick={() => void run()}>
            {t('disable')}
          </Button>
        </>
      }
    />
  )
}

const eraseWidth = 520

const Erase = ({ user }: AboutUser) => {
  const t = useTexts(accountTexts)
  const id = useId()
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const erase = useCallMutation(accountCalls.erasePersonData, {
    showsRefusal: true,
    invalidates: [accountCalls.listUserByDeptId, accountCalls.getAllRoles],
  })
  const matches = typed.trim() === user.workNum
  const run = async (): Promise<void> => {
    if (!matches) return
    try {
      await erase.mutateAsync({ id: user.id, confirm: typed.trim() })
      notify.success(t('erased'))
      askNothing()
    } catch (error) {
      setRefusal(failureText(error))
    }
  }
  return (
    <DragDialog
      open
      onClose={askNothing}
      title={t('eraseTitle', { name: user.cname })}
      width={eraseWidth}
      footer={
        <>
          <Button onClick={askNothing}>{t('cancel')}</Button>
          <Button type="primary" danger disabled={!matches} loading={erase.isPending} onClick={() => void run()}>
            {t('erase')}
          </Button>
        </>
      }
    >
      <ul className={styles['facts']}>
        <li>{t('eraseGoes')}</li>
        <li>{t('eraseStays')}</li>
      </ul>
      <Alert type="warning" showIcon title={t('eraseForever')} />
      <label className={styles['label']} htmlFor={id}>
        {t('typeWorkNum', { workNum: user.workNum })}
      </label>
      <Input
        id={id}
        data-first
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onPressEnter={() => void run()}
      />
      {refusal !== null && (
        <p role="alert" className={styles['refusal']}>
          {refusal}
        </p>
      )}
    </DragDialog>
  )
}
