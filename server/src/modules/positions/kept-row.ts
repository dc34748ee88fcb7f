import type { PositionRow } from './fix.ts'

const numbersOfRow = 9

/**
 * A report that is written over by the next one of its device. Its numbers lie beside each other: as fields each would be an object
 * of its own, made with every report and alive until the next one, which is most of what the garbage collector would move about.
 */
export class KeptRow implements PositionRow {
  readonly deviceId: number
  private of = 0
  private level: number | null = null
  private charge: number | null = null
  /** NaN: not told. */
  private readonly numbers = new Float64Array(numbersOfRow)

  constructor(row: PositionRow) {
    this.deviceId = row.deviceId
    this.write(row)
  }

  /** Takes another report of its device. */
  write(row: PositionRow): void {
    const { numbers } = this
    this.of = row.kind
    this.level = row.floor
    this.charge = row.battery
    numbers[0] = row.fixTime
    numbers[1] = row.recvTime
    numbers[2] = row.lng
    numbers[3] = row.lat
    numbers[4] = row.alt ?? Number.NaN
    numbers[5] = row.accuracy ?? Number.NaN
    numbers[6] = row.speed ?? Number.NaN
    numbers[7] = row.course ?? Number.NaN
    numbers[8] = row.temperature ?? Number.NaN
  }

  get kind(): number {
    return this.of
  }
  get fixTime(): number {
    return this.numbers[0] as number
  }
  get recvTime(): number {
    return this.numbers[1] as number
  }
  get lng(): number {
    return this.numbers[2] as number
  }
  get lat(): number {
    return this.numbers[3] as number
  }
  get alt(): number | null {
    return this.told(4)
  }
  get accuracy(): number | null {
    return this.told(5)
  }
  get speed(): number | null {
    return this.told(6)
  }
  get course(): number | null {
    return this.told(7)
  }
  get temperature(): number | null {
    return this.told(8)
  }
  get floor(): number | null {
    return this.level
  }
  get battery(): number | null {
    return this.charge
  }

  private told(place: number): number | null {
    const value = this.numbers[place] as number
    return Number.isNaN(value) ? null : value
  }
}
