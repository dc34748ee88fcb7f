import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { trafficStop } from '@vigil/contract/traffic/traffic-stop.ts'
import type { Asked, Caller } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Doors } from '../../kernel/module.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { createCloseStore } from './close.store.ts'
import { closeOf, noteAudio, saveStop, type CloseContext, type Follows } from './close.ts'
import { followLate } from './late-stands.ts'
import { createLateStandStore } from './late-stands.store.ts'
import { createTrafficLists } from './lists.store.ts'
import type { TrafficStop } from './rows.store.ts'
import { addUpPasses } from './pass-counts.store.ts'
import { createParkedStore } from './parked.store.ts'
import { parkedByTerminal, type TerminalParked } from './parked.ts'
import { createRetentionStore } from './retention.store.ts'
import { keepPassesFor } from './retention.ts'
import type { PictureKeeper } from './pictures.ts'
import { createSeeStore } from './see.store.ts'
import { endDrives, heard, see, type BlackList, type SeeContext } from './see.ts'
import type { PlaceOfPasses, VehicleSighting } from './sighting.ts'
import type { RoadsAt } from './roads.ts'
import { trafficSheets } from './sheets.ts'
import { createSpeedStore } from './speeds.store.ts'
import { followSpeeds } from './speeds.ts'
import { createStandStore } from './stands.store.ts'
import { followVehicles } from './stands.ts'
import { createTrafficStatistics } from './statistics.store.ts'

/** What gateways and other modules have of vehicle traffic. */
export interface TrafficDoor {
  /** Keeps what a device saw; answers once it is committed, or was before. */
  readonly see: (sighting: VehicleSighting) => Promise<'stored' | 'duplicate'>
  /** That a vehicle's terminal says it stands for too long; answers once that is recorded, or was before. */
  readonly parked: (told: TerminalParked) => Promise<void>
  /** That a speed camera said it is there. */
  readonly heard: (cameraId: string) => Promise<void>
  /** An enabled speed camera by the address from which it pushes; null for none. */
  readonly placeOf: (by: { readonly address: string }) => Promise<PlaceOfPasses | null>
  readonly placeById: (id: string) => Promise<PlaceOfPasses | null>
  /** Which of these pictures a caller may open: those of records that he may see. */
  readonly mayOpen: (fileIds: readonly string[], caller: Caller) => Promise<ReadonlySet<string>>
  /** What an alarm called for, as far as whoever asks sees it. */
  readonly stopOfAlarm: (alarmId: string, asked: Asked) => Promise<TrafficStop | null>
  /** Says who keeps pictures; until then none are kept. */
  readonly onPictures: (keeper: PictureKeeper) => void
  /** Says what follows from records that somebody confirms. */
  readonly onConfirmed: (follows: Follows) => void
  /** Says which vehicles the site bars; until then none is. */
  readonly onBlackList: (list: BlackList) => void
}

export const createTrafficService = (
  kernel: Kernel,
  roads: RoadsAt,
  { alarms, hazards, positions, pushing }: Pick<Doors, 'alarms' | 'hazards' | 'positions' | 'pushing'>,
) => {
  let keeper: PictureKeeper | null = null
  const pictures = (): PictureKeeper | null => keeper
  let black: BlackList | null = null
  const follows: Follows[] = []
  const store = createSeeStore(kernel)
  const standing = {
    kernel,
    store: createStandStore(kernel),
    parked: createParkedStore(),
    late: createLateStandStore(kernel),
    watch: hazards.watch,
    walk: positions.walk,
  }
  const seeing: SeeContext = {
    kernel,
    store,
    alarms,
    watch: hazards.watch,
    takePictures: pushing.takePictures,
    pictures,
    blackList: () => black,
    standing,
    roads,
  }
  const closing: CloseContext = { kernel, store: createCloseStore(kernel), alarms, follows }
  const speeds = createSpeedStore(kernel)
  const lists = createTrafficLists(kernel)
  const retention = { kernel, store: createRetentionStore(kernel), pictures }
  alarms.onConfirmed((trx, confirmed, asked, after) => closeOf(closing, trx, confirmed, asked, after))
  const door: TrafficDoor = {
    parked: (told) => parkedByTerminal(standing, told),
    see: (sighting) => see(seeing, sighting),
    heard: (cameraId) => heard(seeing, cameraId),
    placeOf: store.placeBy,
    placeById: (id) => store.placeBy({ id }),
    mayOpen: lists.mayOpen,
    stopOfAlarm: lists.stopOfAlarm,
    onPictures: (keeps) => {
      keeper = keeps
    },
    onConfirmed: (one) => void follows.push(one),
    onBlackList: (list) => {
      black = list
    },
  }
  return {
    door,
    lists: {
      ...lists,
      stop: async (id: string, asked: Asked) => {
        const stop = await lists.stop(id, asked)
        if (!stop) throw new Refusal('notFound', { what: trafficStop.word })
        return stop
      },
    },
    sheets: trafficSheets(lists),
    statistics: createTrafficStatistics(kernel),
    saveStop: (form: BodyOf<typeof trafficCalls.saveZdTrafficStop>, asked: Asked) => saveStop(closing, form, asked),
    noteAudio: (form: BodyOf<typeof trafficCalls.updateZdTrafficStopAudio>, asked: Asked) => noteAudio(closing, form, asked),
    jobs: {
      endDrives: () => endDrives(seeing),
      followVehicles: async () => {
        await followVehicles(standing)
        await followLate(standing)
      },
      followSpeeds: () => followSpeeds({ ...seeing, watch: hazards.watch, roads, speeds }),
      addUp: () => addUpPasses(kernel),
      keepPassesFor: (days: number) => keepPassesFor(retention, days),
    },
  }
}
