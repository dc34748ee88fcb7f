/** The helmet service at `/helmet`: the server's side of the act/cmd protocol of helmets and their administrators. */
import { may } from '../../kernel/caller.ts'
import { farewellTo } from '../../kernel/farewell.ts'
import { createTraffic, type Gateway } from '../../kernel/gateway.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { declareModule, type Doors } from '../../kernel/module.ts'
import { mask } from '../../kernel/mask.ts'
import { followHelmets } from './administrators.ts'
import { accept } from './connection.ts'
import { endForKey, type HelmetContext, type HelmetDeps } from './context.ts'
import { createHelmets } from './helmets.ts'
import { createReceipts } from './receipts.ts'

type Needed = 'session' | 'devices' | 'positions' | 'telephony'

const depsOf = (kernel: Kernel, { session, devices, positions, telephony }: Pick<Doors, Needed>): HelmetDeps => {
  const { commands, keys, registry } = devices
  return {
    findKey: keys.find,
    noteWrongKey: keys.noteWrong,
    holds: (keyId, code) => keys.holds(keyId, 'hat', code),
    isOwn: (keyId, code) => keys.isOwn(keyId, 'hat', code),
    refuseKey: (keyId, ip, code) => keys.refuse(keyId, ip, [{ deviceType: 'hat', deviceId: code, isHelp: false }]),
    addressOf: ({ socket, headers }) =>
      kernel.proxies.clientOf(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString()),
    redeemTicket: session.redeemTicket,
    authenticate: session.authenticate,
    may: (caller, what) =>
      what === 'see' ? may(caller, 'trackRealMgmt') || may(caller, 'hatInterfaceMgmt') : may(caller, 'call:place'),
    sees: (caller, code) => devices.sees(caller, 'hat', code),
    helmet: (code, caller) => {
      const device = registry.find('hat', code)
      return device
        ? {
            code: device.code,
            userId: device.personId,
            userName: device.personName,
            mobile: caller && may(caller, 'private:view') ? device.mobile : mask(device.mobile),
            sipId: device.sipId,
            deptName: device.deptName,
          }
        : null
    },
    sipOfHelmet: async (code) => {
      const device = registry.find('hat', code)
      return device ? telephony.accountOfHelmet(device) : null
    },
    sipOfPerson: telephony.accountOf,
    isCallable: async (code) => {
      const device = registry.find('hat', code)
      return device !== undefined && device.sipId !== '' && (await telephony.bindings.ofNumber(device.sipId)).length > 0
    },
    openRoom: (code, roomId) =>
      telephony.rooms
        .openedBy(code, roomId)
        .catch((error: unknown) => kernel.log.warn({ err: error, helmet: code }, 'the room of a helmet could not be opened')),
    noteUnknown: (code) => devices.noteUnknown('hat', code),
    noteFirmware: (code, version) => devices.noteFirmware('hat', code, version),
    report: positions.reportWithKey,
    hasRoom: positions.hasRoom,
    holdCommands: (code, carry) => commands.hold('hat', code, carry),
    sendCommand: (code, command) => commands.send('hat', code, command),
    sayReceipt: (code, messageId, receipt) => commands.say({ kind: 'hat', code, messageId, receipt }),
    bus: kernel.bus,
    log: kernel.log,
    now: kernel.clock.now,
  }
}

/** Keys ended or hold for something else: who stands on one that does not hold for him goes. */
const endWithoutKey = ({ helmets, holds }: HelmetContext): void => {
  for (const [code, { socket, keyId }] of helmets.allHere()) {
    if (holds(keyId, code)) continue
    helmets.leave(code, socket)
    endForKey(socket)
  }
}

const createHelmetService = (kernel: Kernel, doors: Pick<Doors, Needed>): Gateway => {
  const { devices, positions } = doors
  const context: HelmetContext = {
    ...depsOf(kernel, doors),
    helmets: createHelmets(kernel.bus, kernel.clock.now),
    receipts: createReceipts(),
    administrators: new Map(),
    unread: { used: 0 },
    traffic: createTraffic(kernel.clock.now),
  }
  const { helmets, administrators, traffic } = context
  followHelmets(context)
  // Nobody needs to save from a page what a helmet says itself.
  positions.onServedDirectly(helmets.isThere)
  devices.keys.onChange(() => endWithoutKey(context))
  return {
    name: 'helmetService',
    protocol: 'act/cmd (WebSocket)',
    at: { path: '/helmet' },
    socket: accept(context),
    start: () => {
      helmets.meet()
      return Promise.resolve()
    },
    stop: () => {
      helmets.stop()
      for (const [, { socket }] of helmets.allHere()) farewellTo(socket, 1001, 'going away')
      for (const socket of administrators.keys()) farewellTo(socket, 1001, 'going away')
    },
    status: () => ({
      listening: true,
      connections: [...helmets.allHere()].length + administrators.size,
      ...traffic.counts(),
    }),
    lately: (scope) => traffic.lately((code) => code === null || devices.sees({ scope }, 'hat', code), scope.all),
  }
}

export const domain = declareModule({
  name: 'helmetService',
  needs: ['session', 'devices', 'positions', 'telephony'],
  create: (kernel, doors) => ({ gateways: [createHelmetService(kernel, doors)] }),
})
