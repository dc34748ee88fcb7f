import { positionSettings } from '@vigil/contract/positions/settings.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { AlarmService } from '../alarms/index.ts'
import type { DeviceService, OutOfUse } from '../devices/index.ts'
import type { HazardService, Standing } from '../hazards/index.ts'
import { createBackTests } from './back-test.ts'
import { devicesOnMap } from './devices-on-map.ts'
import { createPositionFeed } from './feed.ts'
import { createHeardLine } from './heard.ts'
import { createHelpLane } from './help-lane.ts'
import { saveHelmets, saveSos } from './helmet-saves.ts'
import { createHousekeeping } from './housekeeping.ts'
import type { Outcome } from './incoming.ts'
import { inside } from './inside.ts'
import { atFencesOver } from './intents.ts'
import { createKeyGate, type ReportWith } from './key-gate.ts'
import { countOnline, listLatest } from './latest.ts'
import { createLookGates } from './look-gate.ts'
import { createMovedLine } from './moved.ts'
import { createPresence, whereabouts } from './present.ts'
import { createPipeline, type Pipeline } from './pipeline.ts'
import type { Body, PositionContext } from './service.context.ts'
import { rewind } from './rewind.ts'
import type { Latest } from './state.ts'
import type { PositionStore } from './store.ts'
import { track } from './track.ts'
import { trackDevices, tracks } from './tracks.ts'

export type PositionService = ReturnType<typeof createPositionService>

interface OtherModules {
  readonly devices: DeviceService
  readonly hazards: HazardService
  readonly alarms: AlarmService
}

/** How every device stands, as far as it is stored. */
const readLatest = async (store: PositionStore): Promise<Latest[]> =>
  (await store.latest()).map(({ row, recvTime, furthest, fences }) => ({
    row,
    recvTime,
    furthest,
    standings: Array.isArray(fences) ? (fences as Standing[]) : null,
  }))

/** Reports from their senders to where they are kept, and on to who watches. */
const createReporting = (kernel: Kernel, store: PositionStore, { devices, hazards, alarms }: OtherModules) => {
  const { registry } = devices
  const judging = {
    kernel,
    findDevice: registry.find,
    noteUnknown: devices.noteUnknown,
    noteClock: devices.noteClock,
    noteLate: devices.noteLate,
    watch: hazards.watch,
    applyAlarms: alarms.apply,
    noteHeard: hazards.noteHeard,
  }
  const help = createHelpLane({
    ...judging,
    store: store.help,
    openStrangers: (trx) => alarms.openConditions(trx, 'unregistered'),
    lastFix: (id) => pipeline.states.get(id)?.row,
  })
  const pipeline: Pipeline = createPipeline({
    ...judging,
    store,
    help,
    noteUnfixed: devices.noteUnfixed,
    keepHeard: createHeardLine(kernel, hazards.noteHeard),
    retentionDays: () => kernel.settings.get(positionSettings.positionDays),
    onCommitted: (ids) => feed.moved(ids),
    tellMoved: (latest) => moved.tell(latest),
  })
  const feed = createPositionFeed(registry, pipeline.states, kernel.clock.now)
  registry.onChange(feed.devicesChanged)
  const moved = createMovedLine(kernel.bus, {
    learn: pipeline.learn,
    missed: async () => {
      kernel.log.warn('what moved at another server was not heard: the latest states are read anew')
      pipeline.learn(await readLatest(store))
    },
  })
  return { pipeline, feed, moved }
}

/** A device that is deleted or disabled is at no fence any more, as far as anybody will ever hear. */
const followUse = (
  kernel: Kernel,
  store: PositionStore,
  { devices, alarms }: Pick<OtherModules, 'devices' | 'alarms'>,
  { leaveFences }: Pick<Pipeline, 'leaveFences'>,
): void => {
  const endFences: OutOfUse = async (trx, id, after) => {
    const over = atFencesOver(id, await alarms.activeOfDevice(trx, id), new Date(kernel.clock.now()))
    const events = await alarms.apply(trx, over)
    after(() => kernel.live.publish(events))
  }
  devices.onOutOfUse(async (trx, id, after) => {
    await store.leaveFences(trx, id)
    await endFences(trx, id, after)
  })
  /** Each server does so once it knows: a report that it had judged by then may have raised something since. */
  const endAgain = async (left: Promise<void>, ids: readonly number[]): Promise<void> => {
    await left
    for (const id of ids) await kernel.transaction((trx, after) => endFences(trx, id, after))
  }
  devices.registry.onChange((changes) => {
    const stopped = changes.flatMap(({ id, before, after }) => (before?.enabled === true && after?.enabled !== true ? [id] : []))
    // Also when it comes back: another server may have told meanwhile how it stood.
    const back = changes.flatMap(({ id, before, after }) => (before?.enabled === false && after?.enabled === true ? [id] : []))
    const left = leaveFences([...stopped, ...back])
    endAgain(left, stopped).catch((error: unknown) =>
      kernel.log.warn({ err: error, devices: stopped }, 'what devices out of use were at fences could not be ended'),
    )
  })
}

/** The one door of gateways whose devices show a key. */
const createKeyDoor = ({ keys }: DeviceService, { report }: Pipeline) => {
  const heardOf: ((outcomes: readonly Outcome[]) => void)[] = []
  const reportWithKey = createKeyGate({ judge: keys.judge, refuse: keys.refuse, report })
  return {
    reportWithKey: async (...with_: Parameters<ReportWith>): Promise<Outcome[]> => {
      const outcomes = await reportWithKey(...with_)
      for (const hear of heardOf) hear(outcomes)
      return outcomes
    },
    /** Hears what became of each report of a gateway. */
    onOutcomes: (hear: (outcomes: readonly Outcome[]) => void): void => void heardOf.push(hear),
  }
}

/** Takes up where the last run was killed or stopped: the latest states and standings as committed. */
const start = async ({ store, pipeline }: PositionContext): Promise<void> => {
  await store.partitions.prepareHours()
  pipeline.learn(await readLatest(store))
}

export const createPositionService = (kernel: Kernel, store: PositionStore, modules: OtherModules) => {
  const { devices } = modules
  devices.onRetired(store.forget)
  const { pipeline, feed, moved } = createReporting(kernel, store, modules)
  followUse(kernel, store, modules, pipeline)
  const serving: ((code: string) => boolean)[] = []
  const context: PositionContext = {
    kernel,
    store,
    registry: devices.registry,
    pipeline,
    servedDirectly: (code) => serving.some((serves) => serves(code)),
  }
  const presence = createPresence({ kernel, registry: devices.registry, hazards: modules.hazards, states: pipeline.states })
  modules.hazards.onBackTest(createBackTests({ context, ...modules }))
  const housekeeping = createHousekeeping(kernel, store)
  const looks = createLookGates()
  return {
    feed,
    mapObjects: devicesOnMap(context),
    report: pipeline.report,
    ...createKeyDoor(devices, pipeline),
    hasRoom: pipeline.hasRoom,
    finish: async (): Promise<void> => {
      moved.stop()
      await Promise.all([housekeeping.stop(), pipeline.finish()])
    },
    waiting: pipeline.waiting,
    /** Tells which helmets a direct connection already serves. */
    onServedDirectly: (serves: (code: string) => boolean): void => void serving.push(serves),
    start: async (): Promise<void> => {
      await start(context)
      presence.began()
    },
    judgePresent: presence.judge,
    whereabouts: (within: number) => whereabouts({ kernel, registry: devices.registry, states: pipeline.states }, within),
    keepHouse: () => housekeeping.run(),

    listLatest: (asked: Asked) => Promise.resolve(listLatest(context, asked)),
    track: (body: Body<'listHisGpsByDevId'>, asked: Asked) => looks.tracks(asked, () => track(context, body, asked)),
    trackDevices: (asked: Asked) => Promise.resolve(trackDevices(context, asked)),
    tracks: (body: Body<'listHisTracks'>, asked: Asked) => looks.tracks(asked, () => tracks(context, body, asked)),
    inside: (body: Body<'listHisInside'>, asked: Asked) => looks.inside(asked, () => inside(context, body, asked)),
    rewind: (body: Body<'listHisRewind'>, asked: Asked) => looks.rewind(asked, () => rewind(context, body, asked)),
    countOnline: (asked: Asked) => Promise.resolve(countOnline(context, asked)),
    saveHelmets: (records: Body<'saveRealHatList'>, asked: Asked) => saveHelmets(context, records, asked),
    saveSos: (body: Body<'saveRealHatSosAlarm'>, asked: Asked) => saveSos(context, body, asked),
  }
}
