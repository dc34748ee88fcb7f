import type { CommandOutcome, GateCommand, GateControl } from '@vigil/contract/gatecontrol/entities.ts'
import type { gateKind } from '@vigil/contract/gates/barrier-gate.ts'
import type { CodeOf } from '@vigil/contract/kernel/enumeration.ts'
import type { Asked, Told } from './ask-device.ts'

/** Pure: how gates of each make are told something, and what their answers say. */

type Kind = CodeOf<typeof gateKind>
type Act = GateCommand['act']

interface Make {
  /** Null for what it cannot do. */
  readonly ask: (act: Act, kind: Kind, channel: number) => Asked | null
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

const xml = (root: string, name: string, word: string) => ({
  type: 'application/xml; charset=utf-8',
  text: `<?xml version="1.0" encoding="UTF-8"?><${root}><${name}>${word}</${name}></${root}>`,
})

const hikvision: Make = {
  ask: (act, kind, channel) =>
    kind === 'vehicle'
      ? { method: 'PUT', path: `/ISAPI/Parking/channels/${channel}/barrierGate`, body: xml('BarrierGate', 'ctrlMode', act) }
      : {
          method: 'PUT',
          path: `/ISAPI/AccessControl/RemoteControl/door/${channel}`,
          body: xml('RemoteControlDoor', 'cmd', act),
        },
  // It says by a code of its own what an HTTP status of 200 does not tell.
  heard: ({ status, text }) => {
    const [code, why] = [elementOf(text, 'statusCode'), elementOf(text, 'subStatusCode') || elementOf(text, 'statusString')]
    if (status === 200 && (code === '' || code === '1')) return { outcome: 'done', said: '' }
    return { outcome: 'refused', said: plain(`HTTP ${status} ${why}`) }
  },
}

const dahua: Make = {
  ask: (act, kind, channel) => {
    if (kind === 'vehicle') {
      const action = act === 'open' ? 'openStrobe' : 'closeStrobe'
      const more = act === 'open' ? '&info.openType=Normal&info.plateNumber=' : ''
      return { method: 'GET', path: `/cgi-bin/trafficSnap.cgi?action=${action}&channel=${channel}${more}` }
    }
    const action = act === 'open' ? 'openDoor' : 'closeDoor'
    return { method: 'GET', path: `/cgi-bin/accessControl.cgi?action=${action}&channel=${channel}&Type=Remote` }
  },
  heard: ({ status, text }) =>
    status === 200 && /^\s*(?:OK|true)\b/i.test(text)
      ? { outcome: 'done', said: '' }
      : { outcome: 'refused', said: plain(`HTTP ${status} ${text}`) },
}

export const makes: Readonly<Record<GateControl['make'], Make>> = { hikvision, dahua }
