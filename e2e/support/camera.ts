import { pushingCalls } from '@vigil/contract/pushing/calls.ts'
import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { expect, type Site } from './site.ts'

export const cameraPlace = '主干道北段'
const limit = 30

/** How the speed camera of this worker shows who it is; it is made with the first push. */
let login: Promise<string> | null = null
const makeCamera = async ({ admin }: Site): Promise<string> => {
  const ip = `10.99.${process.pid % 250}.${Math.floor(Math.random() * 250) + 1}`
  const { id } = await admin.ask(trafficCalls.saveBsSpeedOver, { name: `测速 ${ip}`, ip, place: cameraPlace, limit })
  const { userName, password } = await admin.ask(pushingCalls.renewBsSpeedOverPushLogin, { id })
  return `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`
}

interface Pictures {
  readonly whole: Buffer
  readonly plate: Buffer
}

/** A camera's word of a vehicle that passes it now, in the form of our own; it is stored once this is over. */
export const pushPass = async (site: Site, plateNumber: string, speed: number, pictures?: Pictures): Promise<void> => {
  const authorization = await (login ??= makeCamera(site))
  const push = async (): Promise<number> => {
    const { status } = await fetch(`${site.origin}/ingest/anpr`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({
        plateNumber,
        time: new Date().toISOString(),
        speed,
        direction: 'in',
        vehicleType: 'truck',
        id: `${plateNumber}-${speed}`,
        ...(pictures && {
          pictures: { whole: pictures.whole.toString('base64'), plate: pictures.plate.toString('base64') },
        }),
      }),
    })
    return status
  }
  // Until the gateway has heard of the camera.
  await expect.poll(push).toBe(200)
}
