/** A place that sees vehicles or people pass: a speed camera, a barrier, a turnstile. */
export interface PlaceOfPasses {
  readonly kind: 'speedCamera' | 'barrierGate'
  /** Of its record. */
  readonly id: string
  /** What people call where it stands. */
  readonly place: string
  /** From which it pushes; empty where its record says none. */
  readonly ip: string
  readonly deptId: string | null
  /** km/h; null where it measures no speed. */
  readonly limit: number | null
  readonly lng: number | null
  readonly lat: number | null
}

/** A picture as a device sent it, recognised by its content as one. */
export interface PushedPicture {
  readonly type: 'image/jpeg' | 'image/png'
  readonly bytes: Buffer
}

/** A vehicle as a device saw it pass, in the words of no maker. */
export interface VehicleSighting {
  readonly place: PlaceOfPasses
  /** By which the device names this pass, so that the same told again is one; null where it has no name for it. */
  readonly eventKey: string | null
  /** In the usual form; empty of one without a plate, or whose plate was not read. */
  readonly plateNumber: string
  /** As the contract has it; empty where it is not said or not known. */
  readonly plateColor: string
  /** As the device says it, at most 32 characters; empty where it does not. */
  readonly vehicleType: string
  readonly vehicleSize: string
  readonly laneNo: number | null
  readonly direction: 'in' | 'out' | 'unknown'
  /** Milliseconds since 1970, as the device says, and whether that may be believed. */
  readonly passTime: number
  /** km/h; null where it was not measured. */
  readonly speed: number | null
  /** km/h, as the device says; the record's own counts where it says none. */
  readonly limit: number | null
  /** 0 to 100. */
  readonly confidence: number | null
  /** What the device calls what happened; empty where it says nothing of it. */
  readonly eventName: string
  /** It does not pass: it stands where it may not, as the device says. */
  readonly isParking?: boolean
  /** Told anew from the device's memory: it sounds for nobody. */
  readonly isReplayed: boolean
  readonly whole: PushedPicture | null
  readonly plate: PushedPicture | null
  /** What of the push could not be read, as it came; null where all of it was. */
  readonly unread: string | null
}
