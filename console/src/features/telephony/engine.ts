import { sessionCalls } from '@vigil/contract/session/calls.ts'
import type { SipAccount } from '@vigil/contract/telephony/entities.ts'
import { client } from '../../shared/api/client.ts'
import { translate } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { setSipStatus } from '../../shared/sip-status/sip-status.ts'
import { calling, setPhone, usePhone } from './phone-store.ts'
import { isInRoom, useRoom } from './room-store.ts'
import { createSipLine } from './sip-line.ts'
import { createSoftphone, type Softphone } from './softphone.ts'
import { telephonyTexts } from './texts.ts'
import { warn } from './warn.ts'

/** The softphone of this page with all that it stands on, in a chunk of its own; what it answers with ends it. */
export const startPhone = (account: SipAccount): (() => void) => {
  const t = translate(telephonyTexts)
  let softphone: Softphone | null = null
  const line = createSipLine({
    account,
    ticket: async () => (await client.ask(sessionCalls.createHelmetTicket, undefined)).ticket,
    onState: (state) => setSipStatus({ state }),
    onCall: (make, peer) => softphone?.ring(make, peer),
    onMessage: (from, text) => notify.info(t('told', { name: from, text })),
    onMedia: (media) => usePhone.setState({ media }),
    alarmId: () => usePhone.getState().target?.alarmId,
    warn,
  })
  softphone = createSoftphone({
    line,
    warn,
    emit: (event, detail) => {
      if (event === 'connected') notify.success(t('connected'))
      if (event !== 'ended') return
      const { call, isOpen } = usePhone.getState()
      if (call?.direction === 'incoming' && call.connectedAt === null && detail === 'cancelled')
        notify.info(t('missedCall', { name: call.peer.name }))
      else if (isOpen) notify.info(t('hungUp'))
    },
    onChange: (call) => usePhone.setState({ call }),
    now: Date.now,
    isTaken: () => isInRoom(useRoom.getState()),
  })
  setPhone(softphone)
  setSipStatus({ sipId: account.sip_id, open: () => calling.open(null) })
  line.start()
  return () => {
    softphone?.hangUp()
    setPhone(null)
    usePhone.setState({ call: null, media: null, isOpen: false, target: null })
    setSipStatus({ sipId: null, state: 'unregistered', open: null })
    line.stop().catch((error: unknown) => warn(String(error)))
  }
}
