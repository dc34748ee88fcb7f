/** Vehicles that pass: seen by cameras, too fast, stopped. */
import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { speedCamera } from '@vigil/contract/traffic/speed-camera.ts'
import { trafficSettings } from '@vigil/contract/traffic/settings.ts'
import { mayAsk } from '../../kernel/caller.ts'
import { createKeeper, deptNounHandlers } from '../../kernel/keeper.ts'
import { kept } from '../../kernel/kept-noun.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { mapObjectHandlers } from '../../kernel/map-objects.ts'
import { declareModule, type Doors, type Module } from '../../kernel/module.ts'
import { served } from '../../kernel/serve.ts'
import { createRoads } from './roads.ts'
import { silentAfter } from './see.ts'
import { createTrafficService, type TrafficDoor } from './service.ts'

export type { Confirmed, Follows } from './close.ts'
export type { BarredPass, BlackList } from './see.ts'
export { silentAfter } from './see.ts'
export type { TrafficDoor } from './service.ts'
export type { PictureKeeper, PictureLost, PushedPictures, TakePictures, TakenPictures } from './pictures.ts'
export type { PlaceOfPasses, PushedPicture, VehicleSighting } from './sighting.ts'

declare module '../../kernel/module.ts' {
  interface Doors {
    traffic: TrafficDoor
  }
}

const createTraffic = (
  kernel: Kernel,
  { files, pushing, ...doors }: Pick<Doors, 'alarms' | 'files' | 'hazards' | 'positions' | 'pushing'>,
): Module & { readonly door: TrafficDoor } => {
  const speedCameras = createKeeper(kernel, {
    noun: speedCamera,
    module: 'traffic',
    table: 'speed_camera',
    unique: { speed_camera_ip: 'ip' },
    check: async (trx, { ip, enable }, present) => {
      const place = { kind: 'speedCamera', id: present?.id ?? null, address: ip } as const
      // What stood before stays as it was.
      const isNew = enable === 1 && (ip !== present?.ip || present.enable !== 1)
      if (isNew) await pushing.requireOwnAddress(trx, place, speedCamera.fields.ip.label)
    },
  })
  const roads = createRoads(kernel)
  const { door, lists, sheets, statistics, saveStop, noteAudio, jobs } = createTrafficService(kernel, roads.at, {
    ...doors,
    pushing,
  })
  door.onPictures(files)
  files.onCapture(door.mayOpen)
  pushing.onSighting(door.see)
  pushing.onPlaces('speedCamera', {
    find: ({ id }) => door.placeById(id),
    at: async (address) => {
      const place = await door.placeOf({ address })
      return place ? [place] : []
    },
    seen: ({ id }) => door.heard(id),
  })
  const isOnline = (lastSeen: string | null): boolean =>
    lastSeen !== null && kernel.clock.now() - kernel.clock.fromWire(lastSeen).getTime() < silentAfter
  return {
    door,
    served: served(
      trafficCalls,
      {
        ...deptNounHandlers('BsSpeedOver', speedCameras),
        ...mapObjectHandlers('BsSpeedOver', speedCameras, ({ ip, name, lastSeen }) => ({
          deviceId: ip,
          name,
          online: isOnline(lastSeen),
          time: lastSeen,
        })),
        ...deptNounHandlers('BsRoadSegment', roads.keeper),
        listZdTraffic: (body, asked) => lists.passes(body, asked),
        getZdTrafficCount: (body, asked) => lists.countPasses(body, asked),
        countZdTrafficByDeptId: (body, asked) => lists.passesByDept(body, asked),
        listZdTrafficStaNumber: (_, asked) => statistics.today(asked),
        getTrafficStatistics: (body, asked) => statistics.statistics(body, asked),
        listZdTrafficOver: (body, asked) => lists.speeding(body, asked),
        getZdTrafficOverCount: (body, asked) => lists.countSpeeding(body, asked),
        countZdTrafficOverByDeptId: (body, asked) => lists.speedingByDept(body, asked),
        listZdTrafficStop: (body, asked) => lists.stops(body, asked),
        getZdTrafficStopCount: (body, asked) => lists.countStops(body, asked),
        countZdTrafficStopByDeptId: (body, asked) => lists.stopsByDept(body, asked),
        getNewestZdTrafficStop: (_, asked) => lists.newestStop(asked),
        getZdTrafficStopById: ({ id }, asked) => lists.stop(id, asked),
        getZdTrafficStopOfAlarm: ({ alarmId }, asked) => lists.stopOfAlarm(alarmId, asked),
        updateZdTrafficStopAudio: (body, asked) => noteAudio(body, asked),
        saveZdTrafficStop: (body, asked) => saveStop(body, asked),
      },
      { heavy: ['getTrafficStatistics', 'listZdTraffic', 'getZdTrafficCount'] },
    ),
    nouns: [kept(speedCameras), kept(roads.keeper), ...sheets.map((sheet) => ({ sheet, ofDepts: null }))],
    held: [roads.held],
    start: roads.load,
    logged: {
      trafficStop: async (ids, asked) =>
        mayAsk(asked.caller, trafficCalls.getZdTrafficStopById.needs) ? lists.seen('traffic_stop', ids, asked) : new Set(),
      speedingRecord: async (ids, asked) =>
        mayAsk(asked.caller, trafficCalls.listZdTrafficOver.needs) ? lists.seen('speeding_record', ids, asked) : new Set(),
    },
    jobs: [
      { name: 'speeding', of: 'site', pattern: '*/5 * * * * *', run: jobs.endDrives },
      { name: 'vehicle speeds', of: 'site', pattern: '*/5 * * * * *', run: jobs.followSpeeds },
      { name: 'vehicle stops', of: 'site', pattern: '*/15 * * * * *', run: jobs.followVehicles },
      { name: 'vehicle pass numbers', of: 'site', pattern: '31 * * * * *', run: jobs.addUp },
      {
        name: 'vehicle passes',
        of: 'site',
        pattern: '17 43 * * * *',
        run: () => jobs.keepPassesFor(kernel.settings.get(trafficSettings.passDays)),
      },
    ],
  }
}

export const domain = declareModule({
  name: 'traffic',
  needs: ['alarms', 'files', 'hazards', 'positions', 'pushing'],
  create: createTraffic,
})
