import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { Alert, Button, Input, QRCode, Radio } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useCallMutation } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { useOwnDepts } from '../../shared/session/scope.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { BindingFields } from './key-binding-fields.tsx'
import { bindingOf, choiceOf, missingIn, nothingChosen, type DeviceKey } from './key-binding.ts'
import styles from './site-screen.module.css'
import { siteTexts } from './site-texts.ts'

/** A key that was just made, while it can be seen. */
export interface MadeKey {
  readonly name: string
  readonly key: string
}

const width = 460
const longestName = 64
const invalidates = [deviceCalls.listDeviceKeyAll]

interface KeyQuestionProps {
  readonly title: string
  readonly answer: string
  readonly danger?: boolean
  /** Asks for what is missing before it can be answered; null unless said. */
  readonly missing?: string | null
  readonly onClose: () => void
  /** Throws what the server answers. */
  readonly onAnswer: () => Promise<void>
  readonly children: ReactNode
}

/** A dialog that asks and does; what the server refuses stands in it. */
const KeyQuestion = ({ title, answer, danger = false, missing = null, onClose, onAnswer, children }: KeyQuestionProps) => {
  const t = useTexts(siteTexts)
  const missingId = useId()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const go = async (): Promise<void> => {
    if (missing !== null || busy) return
    setBusy(true)
    setRefusal(null)
    try {
      await onAnswer()
    } catch (error) {
      setRefusal(failureText(error))
      setBusy(false)
    }
  }
  return (
    <DragDialog
      open
      onClose={onClose}
      title={title}
      width={width}
      footer={
        <>
          {missing !== null && (
            <small id={missingId} className={styles['missing']}>
              {missing}
            </small>
          )}
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            type="primary"
            danger={danger}
            disabled={missing !== null}
            aria-describedby={missingId}
            loading={busy}
            onClick={() => void go()}
          >
            {answer}
          </Button>
        </>
      }
    >
      <form
        className={styles['asked']}
        onSubmit={(event) => {
          event.preventDefault()
          void go()
        }}
      >
        {children}
        {refusal !== null && <Alert type="error" showIcon title={refusal} />}
      </form>
    </DragDialog>
  )
}

interface MakingProps {
  readonly onClose: () => void
  readonly onMade: (made: MadeKey) => void
}

export const MakeKey = ({ onClose, onMade }: MakingProps) => {
  const t = useTexts(siteTexts)
  const [name, setName] = useState('')
  const [choice, setChoice] = useState(nothingChosen)
  const wholeSite = useOwnDepts() === null
  const missing = name.trim() === '' ? 'missingName' : missingIn(choice, wholeSite)
  const binding = bindingOf(choice, wholeSite)
  const make = useCallMutation(deviceCalls.saveDeviceKey, { invalidates, showsRefusal: true })
  return (
    <KeyQuestion
      title={t('newKey')}
      answer={t('make')}
      missing={missing && t(missing)}
      onClose={onClose}
      onAnswer={async () => onMade({ name: name.trim(), key: (await make.mutateAsync({ name, ...binding })).key })}
    >
      <label className={styles['label']} htmlFor="device-key-name">
        {t('keyName')}
      </label>
      <Input
        id="device-key-name"
        value={name}
        maxLength={longestName}
        autoComplete="off"
        placeholder={t('nameHint')}
        onChange={({ target }) => setName(target.value)}
      />
      <BindingFields choice={choice} onChange={setChoice} />
    </KeyQuestion>
  )
}

interface BindProps {
  readonly deviceKey: DeviceKey
  readonly onClose: () => void
}

/** What a key that devices have already holds for. */
export const BindKey = ({ deviceKey, onClose }: BindProps) => {
  const t = useTexts(siteTexts)
  const { id, name } = deviceKey
  const [choice, setChoice] = useState(() => choiceOf(deviceKey))
  const wholeSite = useOwnDepts() === null
  const missing = missingIn(choice, wholeSite)
  const binding = bindingOf(choice, wholeSite)
  const bind = useCallMutation(deviceCalls.bindDeviceKeyById, { invalidates, showsRefusal: true })
  return (
    <KeyQuestion
      title={t('rebindTitle', { name })}
      answer={t('save')}
      missing={missing && t(missing)}
      onClose={onClose}
      onAnswer={async () => {
        await bind.mutateAsync({ id, ...binding })
        notify.success(t('rebound', { name }))
        onClose()
      }}
    >
      <p className={styles['question']}>{t('rebindHint')}</p>
      <BindingFields choice={choice} onChange={setChoice} />
    </KeyQuestion>
  )
}

interface OneKey {
  readonly id: string
  readonly name: string
}
type Minutes = 0 | 60 | 1_440

export const RotateKey = ({ id, name, onClose, onMade }: MakingProps & OneKey) => {
  const t = useTexts(siteTexts)
  const [minutes, setMinutes] = useState<Minutes>(60)
  const rotate = useCallMutation(deviceCalls.rotateDeviceKeyById, { invalidates, showsRefusal: true })
  return (
    <KeyQuestion
      title={t('rotateTitle', { name })}
      answer={t('rotate')}
      onClose={onClose}
      onAnswer={async () => onMade({ name, key: (await rotate.mutateAsync({ id, minutes })).key })}
    >
      <p className={styles['question']}>{t('rotateQuestion')}</p>
      <Radio.Group
        value={minutes}
        options={[
          { value: 0, label: t('atOnce') },
          { value: 60, label: t('inAnHour') },
          { value: 1_440, label: t('inADay') },
        ]}
        onChange={({ target }) => setMinutes(target.value as Minutes)}
      />
    </KeyQuestion>
  )
}

export const RevokeKey = ({ id, name, onClose }: OneKey & { readonly onClose: () => void }) => {
  const t = useTexts(siteTexts)
  const revoke = useCallMutation(deviceCalls.revokeDeviceKeyById, { invalidates, showsRefusal: true })
  return (
    <KeyQuestion
      title={t('revokeTitle', { name })}
      answer={t('revoke')}
      danger
      onClose={onClose}
      onAnswer={async () => {
        await revoke.mutateAsync({ id })
        notify.success(t('revoked', { name }))
        onClose()
      }}
    >
      <p className={styles['question']}>{t('revokeQuestion')}</p>
    </KeyQuestion>
  )
}

/** The key itself, to be copied or scanned. It is not shown again, so that nothing but the answer that it is stored closes it. */
export const ShownOnce = ({ made: { name, key }, onClose }: { readonly made: MadeKey; readonly onClose: () => void }) => {
  const t = useTexts(siteTexts)
  const copy = (): void => {
    navigator.clipboard.writeText(key).then(
      () => notify.success(t('copied')),
      () => notify.warning(t('notCopied')),
    )
  }
  return (
    <DragDialog
      open
      mask
      title={t('shownOnce', { name })}
      width={width}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('stored')}
        </Button>
      }
    >
      <div className={styles['shownOnce']}>
        <Alert type="warning" showIcon title={t('shownOnceHint')} />
        <div className={styles['secret']}>
          <Input readOnly data-first value={key} aria-label={t('keys')} onFocus={({ target }) => target.select()} />
          <Button onClick={copy}>{t('copy')}</Button>
        </div>
        <QRCode value={key} color="#000000" bgColor="#FFFFFF" size={168} />
      </div>
    </DragDialog>
  )
}
