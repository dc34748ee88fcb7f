import type { Standings, Subject } from '../hazards/index.ts'
import type { Device } from '../devices/index.ts'
import type { Located } from './admission.ts'
import type { PositionRow } from './fix.ts'
import type { StagedState } from './state.ts'

/**
 * A report as it is written, and how its device stands after it. It stands for the report instead of repeating it: until they are
 * committed thousands of both wait, and moving them about in memory is most of what the garbage collector does.
 */
export class JudgedRow implements PositionRow, StagedState {
  readonly deviceId: number
  readonly recvTime: number
  furthest = Number.NEGATIVE_INFINITY
  standings: Standings | null = null
  before: StagedState | null = null
  private readonly report: Located

  constructor(deviceId: number, report: Located, recvTime: number) {
    this.deviceId = deviceId
    this.report = report
    this.recvTime = recvTime
  }

  /** How it leaves its device. */
  leaving(furthest: number, standings: Standings | null, before: StagedState | null): StagedState {
    this.furthest = furthest
    this.standings = standings
    this.before = before
    return this
  }

  get row(): PositionRow {
    return this
  }
  get judged(): PositionRow {
    return this
  }
  get kind(): number {
    return this.report.kind
  }
  get fixTime(): number {
    return this.report.time
  }
  get lng(): number {
    return this.report.lng
  }
  get lat(): number {
    return this.report.lat
  }
  get alt(): number | null {
    return this.report.alt
  }
  get accuracy(): number | null {
    return this.report.accuracy
  }
  get speed(): number | null {
    return this.report.speed
  }
  get course(): number | null {
    return this.report.course
  }
  get temperature(): number | null {
    return this.report.temperature
  }
  get floor(): number | null {
    return this.report.floor
  }
  get battery(): number | null {
    return this.report.battery
  }
}

/** A device as fences ask about it. Most of them hold for everybody: its departments are put together where one asks. */
export class JudgedSubject implements Subject {
  private readonly device: Device

  constructor(device: Device) {
    this.device = device
  }

  get kind(): Subject['kind'] {
    return this.device.kind
  }
  get deptIds(): readonly string[] {
    return [this.device.deptId, this.device.personDeptId].filter((id) => id !== null)
  }
  get personId(): string | null {
    return this.device.personId
  }
}
