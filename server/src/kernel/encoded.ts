/** An answer's data that is JSON already, put together of parts of which most were written before: nothing is made of it again. */
export class Encoded<Data> {
  readonly json: Buffer
  /** What it is as read again; there for its type alone. */
  declare readonly data: Data
  constructor(json: Buffer) {
    this.json = json
  }
}
