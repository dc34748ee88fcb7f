import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { broadcastText, handlingStatus, isShownAlarms } from '@vigil/contract/alarms/entities.ts'
import { alarmType } from '@vigil/contract/alarms/types.ts'
import { broadcastCalls } from '@vigil/contract/broadcasts/calls.ts'
import { CallRefused } from '@vigil/contract/kernel/client.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { sessionCalls, type UserInfo } from '@vigil/contract/session/calls.ts'
import {
  helmetPoll,
  helmetServicePath,
  type FromHelmetService,
  type ToldHelmet,
} from '@vigil/contract/telephony/helmet-service.ts'
import { client } from '../../shared/api/client.ts'
import { helmetCalls } from '../../shared/calling/helmet-calls.ts'
import { setLeaveRoom } from '../../shared/calling/calling.ts'
import { logError } from '../../shared/error-log/error-log.ts'
import { translate } from '../../shared/i18n/texts.ts'
import { useOpenAlarms } from '../../shared/live/alarms.ts'
import { serverNow, useLiveLink } from '../../shared/live/live.ts'
import { notify } from '../../shared/notices/notices.ts'
import { useSipStatus } from '../../shared/sip-status/sip-status.ts'
import { storedJson } from '../../shared/storage.ts'
import { toSiteTime } from '../../shared/time/site-time.ts'
import { createBroadcasting, isSpoken } from './broadcasting.ts'
import { callOf, followCalls } from './calls.ts'
import { createHelmetClient, type HelmetClient } from './client.ts'
import { helmetTexts } from './texts.ts'

/** The line to the helmet service with all that stands on it, in a chunk of its own. */

const place = 'helmet service'
const fault = (error: unknown): void => logError(error, place)

/** Of this page's line; a page that is not secure has no `randomUUID`. */
const newUdid = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const address = (): string => {
  const { protocol, host } = window.location
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${helmetServicePath}`
}

/** Tells the service whether one's softphone is there, each time that it came or went, and to each line anew. */
const tellSoftphone = (line: Pick<HelmetClient, 'say' | 'link'>, userId: string) => {
  let told: 'there' | 'gone' = 'gone'
  const look = (): void => {
    if (line.link().kind !== 'ready') {
      told = 'gone'
      return
    }
    const present = useSipStatus.getState().state === 'registered' ? 'there' : 'gone'
    if (present === told) return
    if (line.say({ act: 'ma_set_sip_info', user_id: userId, v_type: present === 'there' ? '1' : '0' })) told = present
  }
  return { look, leave: useSipStatus.subscribe(look) }
}

/** The helmet-broadcast page: what it does beside keeping its line. */
const startBroadcasting = (line: HelmetClient, pattern: () => string) => {
  const t = translate(helmetTexts)
  const { read, write } = storedJson('session', 'vigil.broadcast', isSpoken)
  const page = createBroadcasting({
    client: line,
    save: (records) => client.ask(positionCalls.saveRealHatList, [...records]),
    playedOf: async ({ id, deviceId }, text) => {
      try {
        return (await client.ask(broadcastCalls.saveBroadCastString, { deviceId, alarmId: id, text })).text
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        fault(error)
        return null
      }
    },
    close: ({ id, version }) =>
      client.ask(alarmCalls.updateZdAlarm, {
        id,
        version,
        status: handlingStatus.code.handled,
        remark: broadcastText,
        handleNote: broadcastText,
      }),
    pattern,
    tell: (outcome, { deviceName }) =>
      outcome === 'started' ? notify.success(t(outcome, { name: deviceName })) : notify.warning(t(outcome, { name: deviceName })),
    kept: { read, write },
    reload: () => window.location.reload(),
    onFault: fault,
    now: serverNow,
    written: toSiteTime,
  })
  const look = (): void => page.take(useOpenAlarms.getState().open)
  const leave = useOpenAlarms.subscribe(look)
  const polling = setInterval(page.poll, helmetPoll.every)
  look()
  return {
    hear: page.hear,
    end: () => {
      leave()
      clearInterval(polling)
    },
  }
}

/** The specification's literal rule for the page: of what is pushed only type 6 counts, as a silent alarm; what comes by SIP is an SOS. */
const saveCall = (message: FromHelmetService): void => {
  const save = (helmet: ToldHelmet | null | undefined, type: 4 | 5): void => {
    const { device_id, user_id, mobile, user_name, real_name } = helmet?.user_info ?? {}
    if (!device_id) return
    const c_time = toSiteTime(serverNow())
    client
      .ask(positionCalls.saveRealHatSosAlarm, { device_id, user_id, mobile, user_name, real_name, alarm_type: type, c_time })
      .catch(fault)
  }
  if (message.cmd === 'server_push_ca_sip_sos') save(message.ca_info, alarmType.code.sos)
  else if (message.cmd === 'server_push_sos' && message.sos_type === '6') save(message.data, alarmType.code.silent)
}

/** Keeps the line while somebody is signed in who sees helmets; `pattern` is that of the site. The answer ends it. */
export const startHelmetService = (user: UserInfo, pattern: () => string): (() => void) => {
  const isBroadcasting = !isShownAlarms(user.workNum)
  const line = createHelmetClient({
    open: () => new WebSocket(address()),
    ticket: async () => (await client.ask(sessionCalls.createHelmetTicket, undefined)).ticket,
    udid: newUdid(),
    onLink: () => softphone.look(),
    onHeard: (message) => {
      if (message.cmd === 'ma_set_sip_info' && !message.status && message.msg) notify.info(message.msg)
      if (message.cmd === 'ma_get_active_devices') broadcasting?.hear(message.data)
      if (isBroadcasting) return saveCall(message)
      const call = callOf(message, Date.now())
      if (call) helmetCalls.add(call)
    },
    onFault: fault,
  })
  const softphone = tellSoftphone(line, user.id)
  const broadcasting = isBroadcasting ? startBroadcasting(line, pattern) : null
  const followed = isBroadcasting ? null : followCalls()
  // A line that was cut looks open for minutes: nothing is asked on it, and nothing answered.
  const leaveLive = useLiveLink.subscribe(({ link }, before) => {
    if (link.kind === 'live' && before.link.kind === 'connecting' && link.attempt > 0) line.shake()
  })
  setLeaveRoom((deviceId) => void line.say({ act: 'exit_call_room', device_id: deviceId }))
  line.start()
  return () => {
    setLeaveRoom(null)
    leaveLive()
    followed?.()
    broadcasting?.end()
    softphone.leave()
    line.stop()
  }
}
