import type { Report } from '@vigil/contract/positions/report.ts'
import type { BadgeRecord } from '../cast.ts'
import type { Random } from '../world/random.ts'
import type { RoadNetwork } from '../world/roads.ts'
import { fix, Pace, type Actor } from './actor.ts'
import { createDrift, type Drift } from './drift.ts'
import { createPerson } from './person.ts'
import type { Traveller } from './traveller.ts'

const period = 5_000
/** Percent an hour: a badge lasts about three weeks. */
const drain = 0.2

/** A badge and the person who wears it. */
export class Badge implements Actor {
  readonly deviceType = 'badge'
  readonly deviceId: string
  readonly badgeNo: string
  readonly traveller: Traveller
  present: boolean
  /** Percent. */
  private battery: number
  private readonly drift: Drift
  private readonly pace: Pace

  constructor(record: BadgeRecord, network: RoadNetwork, random: Random) {
    this.deviceId = record.devEui
    this.badgeNo = record.badgeNo
    this.present = record.onShift
    this.battery = random.between(25, 100)
    this.drift = createDrift(random.fork('drift'), 1.1, 120)
    this.pace = new Pace(random.next())
    this.traveller = createPerson(network, random.fork('person'), record.home, record.onShift ? 'home' : 'outside')
  }

  step(now: number): Report[] {
    const seconds = this.pace.elapsed(now, period)
    if (seconds === null) return []
    this.pace.next(now, period)
    this.traveller.advance(seconds)
    if (this.traveller.speed > 0) this.drift.advance(seconds)
    this.battery = Math.max(1, this.battery - (drain * seconds) / 3600)
    return this.present ? [{ ...fix(this, now, this.traveller, this.drift), battery: Math.round(this.battery) }] : []
  }
}
