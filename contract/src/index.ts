/** Every call of the product by domain: server, console, simulator, documentation and tests all derive from this list. */
import { accountCalls } from './accounts/calls.ts'
import { alarmCalls } from './alarms/calls.ts'
import { deviceCalls } from './devices/calls.ts'
import { hazardCalls } from './hazards/calls.ts'
import { positionCalls } from './positions/calls.ts'
import { sessionCalls } from './session/calls.ts'
import { siteCalls } from './site/calls.ts'

export const domains = {
  session: sessionCalls,
  accounts: accountCalls,
  devices: deviceCalls,
  hazards: hazardCalls,
  positions: positionCalls,
  alarms: alarmCalls,
  site: siteCalls,
}
export type Domain = keyof typeof domains
