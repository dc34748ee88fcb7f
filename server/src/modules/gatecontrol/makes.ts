import type { CommandOutcome, gateAct, GateControl, speakWhere } from '@vigil/contract/gatecontrol/entities.ts'
import type { gateKind } from '@vigil/contract/gates/barrier-gate.ts'
import type { CodeOf } from '@vigil/contract/kernel/enumeration.ts'
import type { Asked, Told } from './ask-device.ts'

/** Pure: how gates of each make are told something, and what their answers say. */

type Kind = CodeOf<typeof gateKind>
type Act = CodeOf<typeof gateAct>
type Where = CodeOf<typeof speakWhere>

interface Make {
  readonly ask: (act: Act, kind: Kind, channel: number) => Asked
  /** Null for where it says nothing by this interface. */
  readonly say: (where: Where, text: string, kind: Kind, channel: number) => Asked | null
  readonly heard: (told: Told) => { readonly outcome: CommandOutcome; readonly said: string }
}

const saidAtMost = 200
const plain = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Control}\s]+/gu, ' ')
    .trim()
    .slice(0, saidAtMost)
    .toWellFormed()
const elementOf = (text: string, name: string): string =>
  new RegExp(`<(?:\\w+:)?${name}>\\s*([^<]*?)\\s*<`).exec(text)?.[1] ??
  new RegExp(`"${name}"\\s*:\\s*"?([^",}]*)`).exec(text)?.[1] ??
  ''

const written: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
export const inXml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => written[sign] ?? sign)
const xml = (root: string, name: string, word: string) => ({
  type: 'application/xml; charset=utf-8',
  text: `<?xml version="1.0" encoding="UTF-8"?><${root}><${name}>${word}</${name}></${root}>`,
})

/** Seconds for which a screen shows what it is told, before it goes on as before. */
const shownFor = 30
/** One scene of a screen: the first is the one that it shows as a vehicle passes. */
const sceneOf = (text: string) => {
  const lines = [{ LineInfo: { id: 1, customValue: text } }]
  const show = {
    id: 1,
    fontSize: 16,
    fontColor: 'red',
    speedType: 'medium',
    displayMode: 'left',
    LineInfoList: lines,
    content: text,
  }
  return {
    SingleSceneLEDConfigurations: {
      sid: 1,
      mode: 'passingVehicle',
      showFreeEnabled: true,
      displayTime: shownFor,
      vehicleDisplayEnabled: true,
      ctrlMode: 'camera',
      LEDConfigurationList: [{ LEDConfiguration: { id: 1, enabled: true, ShowInfoList: [{ ShowInfo: show }] } }],
    },
  }
}

/**
 * What is spoken and shown follows the maker's samples for barriers with a screen and a speaker. Their paths and fields are public, the name of
 * the element around `TTSInfo` is not; which models have them is said by none but the device, which refuses otherwise. A text that is shown
 * takes the place of what the first scene had. Turnstiles have neither.
 */
const hikvision: Make = {
  ask: (act, kind, channel) =>
    kind === 'vehicle'
      ? { method: 'PUT', path: `/ISAPI/Parking/channels/${channel}/barrierGate`, body: xml('BarrierGate', 'ctrlMode', act) }
      : {
          method: 'PUT',
          path: `/ISAPI/AccessControl/RemoteControl/door/${channel}`,
          body: xml('RemoteControlDoor', 'cmd', act),
        },
  say: (where, text, kind, channel) => {
    if (kind !== 'vehicle') return null
    return where === 'speaker'
      ? {
          method: 'PUT',
          path: `/ISAPI/Parking/channels/${channel}/voiceBroadcastInfo`,
          body: xml('VoiceBroadcastInfo', 'TTSInfo', inXml(text)),
        }
      : {
          method: 'PUT',
          path: `/ISAPI/Parking/channels/${channel}/LEDConfigurations/multiScene/1?format=json`,
          body: { type: 'application/json; charset=utf-8', text: JSON.stringify(sceneOf(text)) },
        }
  },
  // It says by a code of its own what an HTTP status of 200 does not tell.
  heard: ({ status, text }) => {
    const [code, why] = [elementOf(text, 'statusCode'), elementOf(text, 'subStatusCode') || elementOf(text, 'statusString')]
    if (status === 200 && (code === '' || code === '1')) return { outcome: 'done', said: '' }
    return { outcome: 'refused', said: plain(`HTTP ${status} ${why}`) }
  },
}

/** Its CGI has nothing public by which a barrier speaks or shows a text. */
const dahua: Make = {
  say: () => null,
  ask: (act, kind, channel) => {
    if (kind === 'vehicle') {
      const action = act === 'open' ? 'openStrobe' : 'closeStrobe'
      const more = act === 'open' ? '&info.openType=Normal&info.plateNumber=' : ''
      return { method: 'GET', path: `/cgi-bin/trafficSnap.cgi?action=${action}&channel=${channel}${more}` }
    }
    const action = act === 'open' ? 'openDoor' : 'closeDoor'
    return { method: 'GET', path: `/cgi-bin/accessControl.cgi?action=${action}&channel=${channel}&Type=Remote` }
  },
  // A record that it has taken it answers with the record's number.
  heard: ({ status, text }) =>
    status === 200 && /^\s*(?:OK|true|RecNo=\d+)\b/i.test(text)
      ? { outcome: 'done', said: '' }
      : { outcome: 'refused', said: plain(`HTTP ${status} ${text}`) },
}

export const makes: Readonly<Record<GateControl['make'], Make>> = { hikvision, dahua }
