import type { SipAccount } from '@vigil/contract/telephony/entities.ts'
import { telephonyCalls } from '@vigil/contract/telephony/calls.ts'
import { Button, Input } from 'antd'
import { useEffect, useId, useState } from 'react'
import { useCallMutation } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { sipStates, useSipStatus } from '../../shared/sip-status/sip-status.ts'
import { IconButton } from '../../shared/ui/bare-buttons.tsx'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import { InlineRow } from '../../shared/ui/layout.tsx'
import { CallControls } from './call-controls.tsx'
import { Pictures } from './pictures.tsx'
import { isActive, phone, usePhone } from './phone-store.ts'
import { place } from './place.ts'
import { addressOfServer } from './sip-address.ts'
import type { Call } from './softphone.ts'
import { telephonyTexts } from './texts.ts'
import styles from './calling-dialog.module.css'

const width = 700

interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** 通话: with whom, by which account, and what is seen and heard of him. */
export const CallingDialog = ({ open, onClose }: DialogProps) => {
  const t = useTexts(telephonyTexts)
  const { account, call, target } = usePhone()
  const [typed, setTyped] = useState('')
  const number = call?.peer.number ?? target?.number ?? typed
  const name = call?.peer.name ?? target?.name ?? ''
  const isIncoming = call?.direction === 'incoming'
  return (
    <DragDialog
      open={open}
      width={width}
      onClose={onClose}
      title={
        <InlineRow gap={10}>
          <Icon name="phone" />
          {name === '' ? t('title') : `${t('title')} · ${name}`}
          <CallStanding call={call} />
        </InlineRow>
      }
      footer={<Buttons call={call} number={number} name={name} onClose={onClose} />}
    >
      {account && <AccountFields account={account} />}
      <div className={styles['fields']}>
        {isIncoming ? <IncomingFields call={call} /> : <Called number={number} name={name} typed={typed} onType={setTyped} />}
      </div>
      <Problem call={call} />
      <Pictures name={name} />
      <CallControls />
    </DragDialog>
  )
}

const AccountFields = ({ account }: { readonly account: SipAccount }) => {
  const t = useTexts(telephonyTexts)
  const { language } = useLanguage()
  const { state } = useSipStatus()
  const [isShown, setShown] = useState(false)
  const { mutate } = useCallMutation(telephonyCalls.saveSipPasswordShown, {})
  const show = (): void => {
    if (isShown) return setShown(false)
    // Only once it stands in the log.
    mutate(undefined, { onSuccess: () => setShown(true) })
  }
  return (
    <dl className={styles['fields']}>
      <dt>{t('host')}</dt>
      <dd>{account.sip_host}</dd>
      <dt>{t('state')}</dt>
      <dd className={state === 'registered' ? 'good' : state === 'failed' ? 'bad' : ''}>{sipStates[state][language]}</dd>
      <dt>{t('wss')}</dt>
      <dd className={styles['wide']}>{addressOfServer(account.wss_url, location)}</dd>
      <dt>{t('user')}</dt>
      <dd>{account.sip_id}</dd>
      <dt>{t('password')}</dt>
      <dd className={styles['password']}>
        <span className="ellipsis">{isShown ? account.sip_pwd : '••••••••'}</span>
        <IconButton small label={t(isShown ? 'hidePassword' : 'showPassword')} onClick={show}>
          <Icon name="eye" />
        </IconButton>
      </dd>
    </dl>
  )
}

interface CalledProps {
  readonly number: string
  readonly name: string
  readonly typed: string
  readonly onType: (number: string) => void
}

const Called = ({ number, name, typed, onType }: CalledProps) => {
  const t = useTexts(telephonyTexts)
  const id = useId()
  const isKnown = name !== ''
  return (
    <>
      {isKnown ? <span className={styles['label']}>{t('called')}</span> : <label htmlFor={id}>{t('called')}</label>}
      {isKnown ? (
        <span id={id} className={`${styles['told']} ${styles['wide']}`}>
          <b>{number}</b> {name !== number && <span className="quiet">{name}</span>}
        </span>
      ) : (
        <Input
          id={id}
          data-first
          className={styles['wide'] ?? ''}
          value={typed}
          maxLength={64}
          placeholder={t('calledNeeded')}
          onChange={({ target }) => onType(target.value)}
          onPressEnter={() => place(number, name)}
        />
      )}
    </>
  )
}

const IncomingFields = ({ call }: { readonly call: Call }) => {
  const t = useTexts(telephonyTexts)
  return (
    <>
      <span className={styles['label']}>{t('room')}</span>
      <span className={styles['told']}>{t('none')}</span>
      <span className={styles['label']}>{t('device')}</span>
      <span className={styles['told']}>{call.peer.number}</span>
    </>
  )
}

const spanOf = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000))
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return `${String(minutes).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

/** How the call stands, with the time that both have spoken. */
const CallStanding = ({ call }: { readonly call: Call | null }) => {
  const t = useTexts(telephonyTexts)
  const [now, setNow] = useState(Date.now)
  const isConnected = call?.state === 'connected'
  useEffect(() => {
    if (!isConnected) return undefined
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isConnected])
  if (!call) return null
  const text = (): string => {
    switch (call.state) {
      case 'new':
        return call.direction === 'outgoing' ? t('dialing') : t('incomingTitle')
      case 'connecting':
        return call.direction === 'outgoing' ? t('ringingThere') : t('answering')
      case 'connected':
        return t(call.isHeld ? 'held' : 'talking', { time: spanOf(now - (call.connectedAt ?? now)) })
      case 'completed':
        return t('hungUp')
    }
  }
  return (
    <span className={styles['standing']} data-state={call.state} role="status">
      {text()}
    </span>
  )
}

/** Why there is no call. */
const Problem = ({ call }: { readonly call: Call | null }) => {
  const t = useTexts(telephonyTexts)
  const cause = call?.state === 'completed' && call.cause !== 'ended' ? call.cause : null
  const text = !globalThis.isSecureContext ? t('insecure') : cause === null ? null : t(cause)
  return (
    text !== null && (
      <p className={styles['problem']} role="alert">
        {text}
      </p>
    )
  )
}

interface ButtonsProps {
  readonly call: Call | null
  readonly number: string
  readonly name: string
  readonly onClose: () => void
}

const Buttons = ({ call, number, name, onClose }: ButtonsProps) => {
  const t = useTexts(telephonyTexts)
  const isOn = isActive(call)
  const rings = call?.direction === 'incoming' && call.state === 'new'
  const isDialling = call?.direction !== 'incoming' || call.state === 'completed'
  const answer = (): void => {
    notify.info(t('answering'))
    void phone()?.answer()
  }
  return (
    <>
      <span className="grow quiet">{t('onlyOne')}</span>
      {isDialling ? (
        <Button
          type="primary"
          autoInsertSpace={false}
          icon={<Icon name="phone" />}
          disabled={isOn || !globalThis.isSecureContext}
          onClick={() => place(number, name)}
        >
          {t('call')}
        </Button>
      ) : (
        <Button type="primary" autoInsertSpace={false} icon={<Icon name="phone" />} disabled={!rings} onClick={answer}>
          {t('answer')}
        </Button>
      )}
      <Button
        danger
        type="primary"
        autoInsertSpace={false}
        icon={<Icon name="hangUp" />}
        disabled={!isOn}
        onClick={() => phone()?.hangUp()}
      >
        {t('hangUp')}
      </Button>
      <Button autoInsertSpace={false} onClick={onClose}>
        {t('close')}
      </Button>
    </>
  )
}
