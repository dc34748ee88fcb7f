import type { Report } from '@vigil/contract/positions/report.ts'
import type { HelmetRecord } from '../cast.ts'
import type { Metres } from '../world/geometry.ts'
import type { PlaceKey } from '../world/plan.ts'
import type { Random } from '../world/random.ts'
import type { RoadNetwork } from '../world/roads.ts'
import { fix, Pace, type Actor } from './actor.ts'
import { createDrift, type Drift } from './drift.ts'
import { createPerson } from './person.ts'
import type { Traveller } from './traveller.ts'

const period = 3_000
/** Percent an hour. */
const drain = 7
const charge = 90
const chargeBelow = 10
const chargeUpTo = 96

/** A helmet and the person under it. */
export class Helmet implements Actor {
  readonly deviceType = 'hat'
  readonly deviceId: string
  readonly hatNo: string
  readonly fwVersion: string
  readonly traveller: Traveller
  present: boolean
  /** Where its wearer works. */
  readonly workplace: Metres
  readonly home: PlaceKey
  /** Percent. */
  battery: number
  charging = false
  /** °C of the device's board. */
  private board: number
  private readonly random: Random
  private readonly drift: Drift
  private readonly pace: Pace
  private cry: Report['sos'] | null = null

  constructor(record: HelmetRecord, network: RoadNetwork, random: Random) {
    this.deviceId = record.imei
    this.hatNo = record.hatNo
    this.fwVersion = record.fwVersion
    this.present = record.onShift
    this.battery = record.battery
    this.home = record.home
    this.workplace = network.at(random.fork('workplace').pick(network.nodesOf(record.home)))
    this.random = random
    this.board = random.between(34, 52)
    this.drift = createDrift(random.fork('drift'), 0.9, 90)
    this.pace = new Pace(random.next())
    this.traveller = createPerson(network, random.fork('person'), record.home, record.onShift ? 'home' : 'outside')
  }

  /** The next report carries a call for help. */
  callForHelp(kind: NonNullable<Report['sos']>): void {
    this.cry = kind
  }

  step(now: number): Report[] {
    const seconds = this.pace.elapsed(now, period)
    if (seconds === null) return []
    this.pace.next(now, period)
    this.live(seconds)
    if (!this.present) return []
    const report: Report = { ...fix(this, now, this.traveller, this.drift), battery: Math.round(this.battery) }
    if (this.cry) report.sos = this.cry
    this.cry = null
    return [report]
  }

  /** The board's sensors as the device lists them, thousandths of a degree; −127 °C is a sensor that is not there. */
  tempdata(): string {
    const milli = (offset: number): string => String(Math.round((this.board + offset) * 1000))
    return [
      `mtktsbattery--${milli(-16)}`,
      `mtktscpu--${milli(9)}`,
      'mtktspa---127000',
      `mtktspmic--${milli(5)}`,
      `mtktswmt--${milli(2)}`,
      `mtktsAP--${milli(1)}`,
      `mtktsbtsmdpa--${milli(0)}`,
      `mtktsbtsnrpa--${milli(-1)}`,
    ].join(';')
  }

  private live(seconds: number): void {
    this.traveller.advance(seconds)
    // Whoever stands still is seen to: a receiver that does not move holds its fix.
    if (this.traveller.speed > 0) this.drift.advance(seconds)
    if (this.battery < chargeBelow) this.charging = true
    if (this.battery > chargeUpTo) this.charging = false
    const hourly = this.charging ? charge : -drain
    this.battery = Math.min(100, Math.max(1, this.battery + (hourly * seconds) / 3600))
    this.board = Math.min(58, Math.max(30, this.board + this.random.normal() * 0.05))
  }
}
