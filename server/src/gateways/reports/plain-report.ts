import type { Incoming } from '../../modules/positions/index.ts'

/**
 * A report that is no call for help. The numbers of all reports of a post lie in one array, of which this is a view: with fields of
 * its own each of them would be an object, and thousands of reports wait for their commit, moved about by the garbage collector.
 */
export class PlainReport implements Incoming {
  readonly deviceType: Incoming['deviceType']
  readonly deviceId: string
  /** From `from` on: time, lng, lat, alt, accuracy, speed, course, floor, battery; NaN for what is not told. */
  private readonly numbers: readonly number[]
  private readonly from: number

  constructor(deviceType: Incoming['deviceType'], deviceId: string, numbers: readonly number[], from: number) {
    this.deviceType = deviceType
    this.deviceId = deviceId
    this.numbers = numbers
    this.from = from
  }

  get kind(): 0 {
    return 0
  }
  get temperature(): null {
    return null
  }
  get time(): number {
    return this.numbers[this.from] as number
  }
  get lng(): number {
    return this.numbers[this.from + 1] as number
  }
  get lat(): number {
    return this.numbers[this.from + 2] as number
  }
  get alt(): number | null {
    return this.told(3)
  }
  get accuracy(): number | null {
    return this.told(4)
  }
  get speed(): number | null {
    return this.told(5)
  }
  get course(): number | null {
    return this.told(6)
  }
  get floor(): number | null {
    return this.told(7)
  }
  get battery(): number | null {
    return this.told(8)
  }

  private told(place: number): number | null {
    const number = this.numbers[this.from + place] as number
    return Number.isNaN(number) ? null : number
  }
}
