import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { Button, Input } from 'antd'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useUser } from '../../shared/session/session.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Row, Stack } from '../../shared/ui/layout.tsx'
import { Notices, Reasons, useConfirm } from './confirm-parts.tsx'
import { confirming, useConfirming } from './confirming.ts'
import { subjectOf } from './describe.ts'
import { alarmTexts } from './texts.ts'
import { useIsOnMap, usePlaceOf } from './use-alarms.ts'
import styles from './alarm-column.module.css'

/** The same confirmation as in the dialog, below the evidence of its alarm. */
export const ConfirmDock = ({ alarm }: { readonly alarm: Alarm }) => {
  const t = useTexts(alarmTexts)
  const placeOf = usePlaceOf()
  const user = useUser()
  const { note } = useConfirming()
  const confirm = useConfirm(alarm)
  const { submit, may, over, isPending } = confirm
  const ok = useRef<HTMLButtonElement>(null)
  const onMap = useIsOnMap()
  useEffect(() => {
    // Whom it is about comes first; the button itself is seen in any case.
    ok.current?.closest('article')?.scrollIntoView({ block: 'start' })
    ok.current?.focus({ preventScroll: true })
    ok.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const pressed = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      confirming.close()
    } else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault()
      submit()
    }
  }
  return (
    <section aria-labelledby="confirm-dock">
      <div role="presentation" className={styles['dock']} onKeyDown={pressed}>
        <Row gap={8}>
          <b id="confirm-dock" className="fixed">
            {t('dialogTitle')} · {subjectOf(alarm)}
          </b>
          <span className="grow ellipsis quiet">{onMap && t('confirmHere', { place: placeOf(alarm) })}</span>
          <button
            type="button"
            className={styles['tool']}
            aria-label={t('cancel')}
            title={t('cancel')}
            onClick={confirming.close}
          >
            <Icon name="close" size={16} />
          </button>
        </Row>
        <Notices {...confirm} />
        <Stack gap={8}>
          <Reasons labelledBy="confirm-dock" onEnter={submit} />
          <Input
            value={note}
            maxLength={500}
            placeholder={t('note')}
            aria-label={t('note')}
            onChange={({ target }) => confirming.write(target.value)}
          />
          <Row gap={8}>
            <span className="grow ellipsis quiet">{over ? '' : t('handler', { user: user?.cname ?? '' })}</span>
            <Button autoInsertSpace={false} onClick={confirming.close}>
              {t('cancel')}
            </Button>
            <Button ref={ok} type="primary" autoInsertSpace={false} disabled={!may || over} loading={isPending} onClick={submit}>
              {t('ok')}
            </Button>
          </Row>
        </Stack>
      </div>
    </section>
  )
}
