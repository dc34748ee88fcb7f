import { pushingCalls } from '@vigil/contract/pushing/calls.ts'
import type { DataOf } from '@vigil/contract/kernel/call.ts'
import type { Permission } from '@vigil/contract/menu/routes.ts'
import { Alert, Button, Input, Skeleton } from 'antd'
import { useState } from 'react'
import { failureText } from '../api/failure.ts'
import { useCall, useCallMutation } from '../api/queries.ts'
import { useTexts } from '../i18n/texts.ts'
import { notify } from '../notices/notices.ts'
import { useCan } from '../session/session.ts'
import { DragDialog } from '../ui/drag-dialog.tsx'
import { Row, Stack } from '../ui/layout.tsx'
import { QuestionDialog } from '../ui/question-dialog.tsx'
import { ErrorState } from '../ui/states.tsx'
import styles from './pushing.module.css'
import { pushTexts } from './texts.ts'

const width = 460

/** The calls of one kind of device, and who may change what they tell. */
const kinds = {
  gate: {
    get: pushingCalls.getBsBarrierGatePushLogin,
    renew: pushingCalls.renewBsBarrierGatePushLogin,
    revoke: pushingCalls.revokeBsBarrierGatePushLogin,
    edits: 'barrierGateMgmt:edit',
  },
  camera: {
    get: pushingCalls.getBsSpeedOverPushLogin,
    renew: pushingCalls.renewBsSpeedOverPushLogin,
    revoke: pushingCalls.revokeBsSpeedOverPushLogin,
    edits: 'speedOverMgmt:edit',
  },
} as const satisfies Readonly<Record<string, { readonly edits: Permission } & Readonly<Record<string, unknown>>>>

interface Device {
  readonly id: string
  readonly name: string
}
type Made = DataOf<typeof pushingCalls.renewBsBarrierGatePushLogin>

/** 推送账号: with which a device shows who it is when it pushes. Its password is seen when it is made, and never again. */
export const pushLoginOf = (kind: keyof typeof kinds) => {
  const { get, renew, revoke, edits } = kinds[kind]
  const PushLogin = ({ record: { id, name } }: { readonly record: Device }) => {
    const t = useTexts(pushTexts)
    const may = useCan(edits)
    const [asks, setAsks] = useState<'renew' | 'revoke' | null>(null)
    const [made, setMade] = useState<Made | null>(null)
    const [refusal, setRefusal] = useState<string | null>(null)
    const { data: login, error, isFetching, refetch } = useCall(get, { id })
    const told = { invalidates: [get], showsRefusal: true }
    const renewing = useCallMutation(renew, told)
    const revoking = useCallMutation(revoke, told)
    const close = (): void => {
      setAsks(null)
      setRefusal(null)
    }
    const onError = (refused: Error): void => setRefusal(failureText(refused))
    const make = (): void =>
      renewing.mutate(
        { id },
        {
          onSuccess: (login_) => {
            close()
            setMade(login_)
          },
          onError,
        },
      )
    const end = (): void =>
      revoking.mutate(
        { id },
        {
          onSuccess: () => {
            close()
            notify.success(t('revoked'))
          },
          onError,
        },
      )
    return (
      <section className={styles['login']} aria-label={t('login')}>
        <h3>{t('login')}</h3>
        {login === undefined && error && <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />}
        {login === undefined && !error && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
        {login === null && <p className="note">{t('none')}</p>}
        {login && (
          <dl className={styles['facts']}>
            <dt>{t('userName')}</dt>
            <dd>{login.userName}</dd>
            <dt>{t('createdAt')}</dt>
            <dd>{login.createdAt}</dd>
            <dt>{t('lastUsedAt')}</dt>
            <dd>{login.lastUsedAt ?? t('neverUsed')}</dd>
          </dl>
        )}
        {refusal !== null && asks === null && <Alert type="error" showIcon title={refusal} />}
        {may && login !== undefined && (
          <Row gap={8}>
            <Button
              autoInsertSpace={false}
              loading={renewing.isPending}
              onClick={() => (login === null ? make() : setAsks('renew'))}
            >
              {t(login === null ? 'make' : 'renew')}
            </Button>
            {login && (
              <Button danger autoInsertSpace={false} onClick={() => setAsks('revoke')}>
                {t('revoke')}
              </Button>
            )}
          </Row>
        )}
        {asks !== null && (
          <QuestionDialog
            open
            title={t(asks === 'renew' ? 'renewTitle' : 'revokeTitle')}
            question={t(asks === 'renew' ? 'renewQuestion' : 'revokeQuestion', { name })}
            hint={t(asks === 'renew' ? 'renewHint' : 'revokeHint')}
            refusal={refusal}
            onClose={close}
            footer={
              <>
                <Button autoInsertSpace={false} onClick={close}>
                  {t('cancel')}
                </Button>
                <Button
                  danger
                  autoInsertSpace={false}
                  loading={renewing.isPending || revoking.isPending}
                  onClick={asks === 'renew' ? make : end}
                >
                  {t(asks)}
                </Button>
              </>
            }
          />
        )}
        {made && <ShownOnce name={name} made={made} onClose={() => setMade(null)} />}
      </section>
    )
  }
  return PushLogin
}

interface ShownOnceProps {
  readonly name: string
  readonly made: Made
  readonly onClose: () => void
}

/** Nothing but the answer that it is stored closes it. */
const ShownOnce = ({ name, made: { userName, password }, onClose }: ShownOnceProps) => {
  const t = useTexts(pushTexts)
  return (
    <DragDialog
      open
      mask
      title={t('shownOnce', { name })}
      width={width}
      footer={
        <Button type="primary" autoInsertSpace={false} onClick={onClose}>
          {t('stored')}
        </Button>
      }
    >
      <Stack gap={12}>
        <Alert type="warning" showIcon title={t('shownOnceHint')} />
        <Copied label={t('userName')} value={userName} />
        <Copied label={t('password')} value={password} />
      </Stack>
    </DragDialog>
  )
}

const Copied = ({ label, value }: { readonly label: string; readonly value: string }) => {
  const t = useTexts(pushTexts)
  const copy = (): void => {
    navigator.clipboard.writeText(value).then(
      () => notify.success(t('copied')),
      () => notify.warning(t('notCopied')),
    )
  }
  return (
    <Row gap={8}>
      <span className={styles['label']}>{label}</span>
      <Input readOnly value={value} aria-label={label} onFocus={({ target }) => target.select()} />
      <Button autoInsertSpace={false} aria-label={`${t('copy')} ${label}`} onClick={copy}>
        {t('copy')}
      </Button>
    </Row>
  )
}
