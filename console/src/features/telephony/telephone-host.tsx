import { telephonyCalls } from '@vigil/contract/telephony/calls.ts'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { setCalling } from '../../shared/calling/calling.ts'
import { logError } from '../../shared/error-log/error-log.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useCan, useUser } from '../../shared/session/session.ts'
import { sound } from '../../shared/sound/sound.ts'
import { openedLater } from '../../shared/ui/opened-later.tsx'
import { QuestionDialog } from '../../shared/ui/question-dialog.tsx'
import { calling, phone, usePhone } from './phone-store.ts'
import { place } from './place.ts'
import { telephonyTexts } from './texts.ts'

const CallingDialog = openedLater(async () => (await import('./calling-dialog.tsx')).CallingDialog)

/** Milliseconds between two rings. */
const ringEvery = 3_000
/** Milliseconds after which the first screen stands: the softphone takes nothing of its line. */
const untilScreenStands = 3_000

/** The softphone of whoever may place calls, its dialog, and who calls; drawn once. */
export const TelephoneHost = () => {
  const mayCall = useCan('call:place')
  const id = useUser()?.id
  return mayCall && id !== undefined ? <Telephone key={id} /> : null
}

const Telephone = () => {
  const { data: account } = useCall(telephonyCalls.getSipAccount, undefined)
  const isOpen = usePhone((state) => state.isOpen)
  useEffect(() => {
    if (!account) return undefined
    usePhone.setState({ account })
    let end: (() => void) | null = null
    let isOver = false
    const fetching = setTimeout(() => {
      import('./engine.ts').then(
        ({ startPhone }) => {
          if (!isOver) end = startPhone(account)
        },
        (error: unknown) => logError(error, 'softphone'),
      )
    }, untilScreenStands)
    return () => {
      isOver = true
      clearTimeout(fetching)
      end?.()
      usePhone.setState({ account: null })
    }
  }, [account])
  useEffect(() => {
    if (!account) return undefined
    setCalling((target) => {
      calling.open(target)
      if (target?.isCalled) place(target.number, target.name)
    })
    return () => setCalling(null)
  }, [account])
  return (
    <>
      <CallingDialog open={isOpen} onClose={calling.close} />
      <Incoming />
    </>
  )
}

/** Somebody calls: taken or not with one click, and the dialog opens with it. */
const Incoming = () => {
  const t = useTexts(telephonyTexts)
  const call = usePhone((state) => state.call)
  const rings = call?.direction === 'incoming' && call.state === 'new'
  useEffect(() => {
    if (!rings) return undefined
    const ring = (): void => void sound.play(3)
    ring()
    const timer = setInterval(ring, ringEvery)
    return () => clearInterval(timer)
  }, [rings])
  if (!call || !rings) return null
  const accept = (): void => {
    usePhone.setState({ isOpen: true, target: null })
    void phone()?.answer()
  }
  return (
    <QuestionDialog
      open
      title={t('incomingTitle')}
      question={t('incoming', { name: call.peer.name, number: call.peer.number })}
      onClose={() => phone()?.reject()}
      footer={
        <>
          <Button type="primary" autoInsertSpace={false} onClick={accept}>
            {t('accept')}
          </Button>
          <Button danger autoInsertSpace={false} onClick={() => phone()?.reject()}>
            {t('reject')}
          </Button>
        </>
      }
    />
  )
}
