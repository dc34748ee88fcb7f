import { createAccounts } from './modules/accounts/index.ts'
import { createAlarms } from './modules/alarms/index.ts'
import { createBroadcasts } from './modules/broadcasts/index.ts'
import { createDevices } from './modules/devices/index.ts'
import { createDictionary } from './modules/dictionary/index.ts'
import { createFiles, type FileContents } from './modules/files/index.ts'
import { createGates } from './modules/gates/index.ts'
import { createHazards } from './modules/hazards/index.ts'
import { createIndoor } from './modules/indoor/index.ts'
import { createSystemLog } from './modules/journal/index.ts'
import { createPositions } from './modules/positions/index.ts'
import { createPush } from './modules/push/index.ts'
import { createSessions, createSessionsOfPerson, type SessionService } from './modules/session/index.ts'
import { createSite } from './modules/site/index.ts'
import { createTraffic } from './modules/traffic/index.ts'
import { createTransfers } from './modules/transfers/index.ts'
import { createVideo } from './modules/video/index.ts'
import type { Kernel } from './kernel/kernel.ts'
import type { Module } from './kernel/module.ts'

interface Ground {
  readonly sessions: SessionService
  readonly contents: FileContents
  readonly version: string
}

/** Every domain of the server, with the doors through which they know each other. */
export const createModules = (kernel: Kernel, { sessions, contents, version }: Ground) => {
  const alarms = createAlarms(kernel)
  const files = createFiles(kernel, contents, sessions.authenticate)
  const hazards = createHazards(kernel, alarms.service)
  // Devices are shown with where they are; where somebody is takes knowing his device.
  const devices: ReturnType<typeof createDevices> = createDevices(kernel, (...asked) => positions.service.mapObjects(...asked))
  const positions: ReturnType<typeof createPositions> = createPositions(kernel, {
    devices: devices.service,
    hazards: hazards.service,
    alarms: alarms.service,
  })
  const push = createPush(kernel)
  const systemLog = createSystemLog(kernel)
  const accounts = createAccounts(kernel, {
    sessions,
    wearers: devices.service.wearers,
    ofDepts: () => nouns().flatMap(({ ofDepts }) => ofDepts ?? []),
    files: files.service,
    signIns: createSessionsOfPerson(kernel),
    push: push.store,
    positions: positions.ofPerson,
    alarms: alarms.ofPerson,
    journal: systemLog.ofPerson,
  })
  kernel.live.onToldBeyond(alarms.service.noteTold)

  /** In the order in which they start; they stop in the opposite one. */
  const order: Module[] = [
    createSessions(sessions),
    accounts,
    devices,
    hazards,
    positions,
    alarms,
    createDictionary(kernel),
    createIndoor(kernel),
    createVideo(kernel),
    createGates(kernel),
    createTraffic(kernel),
    createBroadcasts(kernel),
    push,
    createSite(kernel, version),
    files,
    systemLog,
  ]
  const nouns = () => order.flatMap((module) => module.nouns ?? [])
  order.push(
    createTransfers(
      kernel,
      files.service,
      nouns().map(({ sheet }) => sheet),
    ),
  )
  return { order, accounts: accounts.service, devices: devices.service, positions: positions.service }
}
