import { paged } from '@vigil/contract/kernel/client.ts'
import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { expect, type Site } from './site.ts'

/** From here tests push as a camera does. */
const ip = '127.0.0.1'
export const cameraPlace = '主干道北段'
const limit = 30

/** The speed camera of this run, which every test that needs one shares: one address is one device. */
const makeCamera = async ({ admin }: Site): Promise<void> => {
  const known = async (): Promise<boolean> =>
    paged(await admin.ask(trafficCalls.listBsSpeedOverByDeptId, { keyword: ip, pageNum: 1, pageSize: 10 })).list.length > 0
  if (await known()) return
  // Another worker may have been quicker.
  await admin
    .ask(trafficCalls.saveBsSpeedOver, { name: '北段测速', ip, place: cameraPlace, limit })
    .catch(async (error: unknown) => {
      if (!(await known())) throw error
    })
}

/** A camera's word of a vehicle that passes it now, in the form of our own; it is stored once this is over. */
export const pushPass = async (site: Site, plateNumber: string, speed: number): Promise<void> => {
  await makeCamera(site)
  const push = async (): Promise<number> => {
    const { status } = await fetch(`${site.origin}/ingest/anpr`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        plateNumber,
        time: new Date().toISOString(),
        speed,
        direction: 'in',
        vehicleType: 'truck',
        id: `${plateNumber}-${speed}`,
      }),
    })
    return status
  }
  // Until the gateway has heard of the camera.
  await expect.poll(push).toBe(200)
}
