import type { Push } from '../links/pushes.ts'

/** What cameras and turnstiles of two makers push, as they do. */

export interface Pass {
  /** By which the device knows what it tells. */
  readonly id: string
  readonly plateNumber: string
  readonly plateColor: 'blue' | 'yellow'
  readonly vehicleType: string
  readonly lane: number
  readonly isInward: boolean
  /** With the site's offset. */
  readonly time: string
  /** km/h, null where it was not measured. */
  readonly speed: number | null
  readonly whole: Buffer
  readonly plate: Buffer
}

export interface Passing {
  readonly serial: number
  readonly workNum: string
  readonly name: string
  readonly isInward: boolean
  readonly time: string
  /** 75 a face that is known, 1 a card, 8 one that has expired, 9 one that nobody knows. */
  readonly minor: 1 | 8 | 9 | 75
  readonly portrait: Buffer
}

const boundary = 'MIME_boundary'
/** A plate has no dot in the words of its camera. */
const plain = (plate: string): string => plate.replaceAll('·', '')

interface Part {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}
const multipart = (parts: readonly Part[]): Push => ({
  type: `multipart/form-data; boundary=${boundary}`,
  body: Buffer.concat([
    ...parts.flatMap(({ name, type, bytes }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${name}"\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]),
})

/** Hikvision's ANPR event with its pictures. */
export const hikvisionPass = (pass: Pass, ip: string): Push => {
  const { id, plateNumber, plateColor, vehicleType, lane, isInward, time, speed, whole, plate } = pass
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<EventNotificationAlert version="2.0" xmlns="http://www.isapi.org/ver20/XMLSchema">
<ipAddress>${ip}</ipAddress><protocol>HTTP</protocol><channelID>1</channelID><dateTime>${time}</dateTime><activePostCount>1</activePostCount>
<eventType>ANPR</eventType><eventState>active</eventState><eventDescription>ANPR</eventDescription><UUID>${id}</UUID><picNum>2</picNum>
<ANPR><licensePlate>${plain(plateNumber)}</licensePlate><line>${lane}</line><direction>${isInward ? 'forward' : 'reverse'}</direction><confidenceLevel>98</confidenceLevel>
<plateColor>${plateColor}</plateColor><vehicleType>${vehicleType}</vehicleType><vehicleInfo><index>1</index><vehicleType>${vehicleType}</vehicleType><speed>${speed === null ? 0 : Math.round(speed)}</speed></vehicleInfo></ANPR>
</EventNotificationAlert>`
  return multipart([
    { name: 'anpr.xml', type: 'application/xml', bytes: Buffer.from(xml) },
    { name: 'licensePlatePicture.jpg', type: 'image/jpeg', bytes: plate },
    { name: 'detectionPicture.jpg', type: 'image/jpeg', bytes: whole },
  ])
}

/** Dahua's ITSAPI message, pictures in it. */
export const dahuaPass = (pass: Pass): Push => {
  const { id, plateNumber, plateColor, vehicleType, lane, isInward, time, speed, whole, plate } = pass
  const content = (name: string, bytes: Buffer) => ({ PicName: name, Content: bytes.toString('base64') })
  const message = {
    Picture: {
      Plate: {
        IsExist: true,
        PlateNumber: plain(plateNumber),
        PlateColor: plateColor === 'blue' ? 'Blue' : 'Yellow',
        Confidence: 96,
      },
      Vehicle: { VehicleType: vehicleType, ...(speed === null ? {} : { Speed: Math.round(speed) }) },
      SnapInfo: { UUID: id, Direction: isInward ? 'Obverse' : 'Reverse', LanNo: lane, AccurateTime: time },
      NormalPic: content('whole.jpg', whole),
      CutoutPic: content('plate.jpg', plate),
    },
  }
  return { type: 'application/json', body: Buffer.from(JSON.stringify(message)) }
}

/** Hikvision's event of a turnstile: door 1 is in, door 2 out. */
export const hikvisionPassing = ({ serial, workNum, name, isInward, time, minor, portrait }: Passing, ip: string): Push => {
  const event = {
    ipAddress: ip,
    portNo: 80,
    protocol: 'HTTP',
    channelID: 1,
    dateTime: time,
    activePostCount: 1,
    eventType: 'AccessControllerEvent',
    eventState: 'active',
    eventDescription: 'Access Controller Event',
    AccessControllerEvent: {
      deviceName: 'Access Controller',
      majorEventType: 5,
      subEventType: minor,
      doorNo: isInward ? 1 : 2,
      serialNo: serial,
      currentVerifyMode: 'cardOrFace',
      ...(minor === 9 ? { cardNo: workNum } : { employeeNoString: workNum, name }),
    },
  }
  return multipart([
    { name: 'event_log', type: 'application/json', bytes: Buffer.from(JSON.stringify(event)) },
    { name: 'Picture', type: 'image/jpeg', bytes: portrait },
  ])
}
