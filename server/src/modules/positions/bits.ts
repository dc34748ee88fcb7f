/** Numbers of any width one after the other, the highest bit first. */
export class BitWriter {
  private bytes = new Uint8Array(256)
  private length = 0
  private held = 0
  private holding = 0

  /** `value` is an integer from 0 to 2^width − 1, width at most 53. */
  put(value: number, width: number): void {
    if (width > 24) {
      this.put(Math.floor(value / 2 ** 24), width - 24)
      this.put(value % 2 ** 24, 24)
      return
    }
    this.held = (this.held << width) | value
    this.holding += width
    while (this.holding >= 8) {
      this.holding -= 8
      this.append((this.held >>> this.holding) & 0xff)
    }
    this.held &= (1 << this.holding) - 1
  }

  /** Up to the next full byte, with zeros. */
  align(): void {
    if (this.holding > 0) this.put(0, 8 - this.holding)
  }

  finish(): Uint8Array {
    this.align()
    return this.bytes.subarray(0, this.length)
  }

  private append(byte: number): void {
    if (this.length === this.bytes.length) {
      const larger = new Uint8Array(this.length * 2)
      larger.set(this.bytes)
      this.bytes = larger
    }
    this.bytes[this.length] = byte
    this.length += 1
  }
}

/** An integer of either sign that was folded to one from 0 on: 0, −1, 1, −2 … */
export const unfold = (folded: number): number =>
  // Nearly all of them: the remainder of a double takes longer than all the rest of reading it.
  folded < 2 ** 31 ? (folded >>> 1) ^ -(folded & 1) : folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2

/** Reads what a `BitWriter` wrote; throws a RangeError past the end. */
export class BitReader {
  private at = 0
  private held = 0
  private holding = 0
  private readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get(width: number): number {
    if (width > 24) {
      const high = this.get(width - 24)
      return high * 2 ** 24 + this.get(24)
    }
    this.fill(width)
    this.holding -= width
    const value = this.held >>> this.holding
    this.held &= (1 << this.holding) - 1
    return value
  }

  /** How many ones come before the next zero, which is taken too; `most` of them stand without one. */
  ones(most: number): number {
    let count = 0
    while (count < most) {
      if (this.holding === 0) this.fill(1)
      // Of the bits held, the ones at their beginning.
      const run = Math.min(Math.clz32(~(this.held << (32 - this.holding))), this.holding, most - count)
      count += run
      this.holding -= run
      if (this.holding > 0 && count < most) {
        this.holding -= 1
        break
      }
    }
    this.held &= (1 << this.holding) - 1
    return count
  }

  /**
   * Folded numbers in a Rice code, which are unfolded: so many ones as its parameter, of so many bits, is taken off, a zero, and what is left.
   * After `escape` ones `alone` reads the number.
   */
  rice(values: Float64Array, parameter: number, escape: number, alone: () => number): void {
    const { bytes } = this
    const mask = (1 << parameter) - 1
    // More bits than are at hand at once.
    const isWide = parameter > 16
    for (let index = 0; index < values.length; index += 1) {
      while (this.holding < 24 && this.at < bytes.length) {
        this.held = (this.held << 8) | (bytes[this.at] as number)
        this.at += 1
        this.holding += 8
      }
      const ones = this.holding === 0 ? 0 : Math.clz32(~(this.held << (32 - this.holding)))
      const taken = ones + 1 + parameter
      if (isWide || ones >= escape || taken > this.holding) {
        const quotient = this.ones(escape)
        values[index] = unfold(quotient < escape ? quotient * 2 ** parameter + this.get(parameter) : alone())
      } else {
        this.holding -= taken
        const folded = (ones << parameter) | ((this.held >>> this.holding) & mask)
        values[index] = (folded >>> 1) ^ -(folded & 1)
        this.held &= (1 << this.holding) - 1
      }
    }
  }

  align(): void {
    // Whole bytes of what is at hand are ahead.
    this.at -= this.holding >> 3
    this.held = 0
    this.holding = 0
  }

  isAtEnd(): boolean {
    return this.at === this.bytes.length
  }

  private fill(width: number): void {
    while (this.holding < width) {
      const byte = this.bytes[this.at]
      if (byte === undefined) throw new RangeError('it ends too early')
      this.at += 1
      this.held = (this.held << 8) | byte
      this.holding += 8
    }
  }
}
