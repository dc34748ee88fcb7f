import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { createHelmetService } from './gateways/helmet-service.ts'
import { ingestRoutes } from './gateways/ingest.ts'
import { createKeyGate, type ReportWith } from './gateways/key-gate.ts'
import { may, type Identity } from './kernel/caller.ts'
import type { Kernel } from './kernel/kernel.ts'
import { mask } from './kernel/mask.ts'
import { maySee } from './kernel/scope.ts'
import type { TakeSocket } from './kernel/sockets.ts'
import type { TrustedProxies } from './kernel/trusted-proxies.ts'
import { standingOf, type DeviceService } from './modules/devices/index.ts'
import type { PositionService } from './modules/positions/index.ts'
import type { SessionService } from './modules/session/index.ts'

interface Ground {
  readonly kernel: Kernel
  readonly proxies: TrustedProxies
  readonly sessions: SessionService
  readonly devices: DeviceService
  readonly positions: PositionService
  /** Told when a request turns out to be somebody's who has a key. */
  readonly known: (request: IncomingMessage, who: Identity) => void
  /** Told of what became of each report. */
  readonly noteReports: (outcomes: Awaited<ReturnType<ReportWith>>) => void
}

interface Gateways {
  readonly serve: (fastify: FastifyInstance) => void
  readonly sockets: Readonly<Record<string, TakeSocket>>
  readonly stop: () => void
}

/** The ways in for devices, all through one gate: a key says for whom a report may speak, then positions take it. */
export const createGateways = ({ kernel, proxies, sessions, devices, positions, known, noteReports }: Ground): Gateways => {
  const { keys } = devices
  const gate = createKeyGate({ judge: keys.judge, refuse: keys.refuse, report: positions.report })
  const report: ReportWith = async (...incoming) => {
    const outcomes = await gate(...incoming)
    noteReports(outcomes)
    return outcomes
  }
  const helmets = createHelmetService({
    findKey: keys.find,
    noteWrongKey: keys.noteWrong,
    holds: (keyId, code) => keys.holds(keyId, 'hat', code),
    isOwn: (keyId, code) => keys.isOwn(keyId, 'hat', code),
    refuseKey: (keyId, ip, code) => keys.refuse(keyId, ip, [{ deviceType: 'hat', deviceId: code, isHelp: false }]),
    addressOf: ({ socket, headers }) => proxies.clientOf(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString()),
    redeemTicket: sessions.redeemTicket,
    authenticate: sessions.authenticate,
    may: (caller, what) =>
      what === 'see' ? may(caller, 'trackRealMgmt') || may(caller, 'hatInterfaceMgmt') : may(caller, 'call:place'),
    sees: (caller, code) => {
      const device = devices.registry.find('hat', code)
      return device !== undefined && maySee(caller.scope, standingOf(device))
    },
    helmet: (code, caller) => {
      const device = devices.registry.find('hat', code)
      return device
        ? {
            userId: device.personId,
            userName: device.personName,
            mobile: caller && may(caller, 'private:view') ? device.mobile : mask(device.mobile),
            sipId: device.sipId,
            deptName: device.deptName,
          }
        : null
    },
    noteUnknown: (code) => devices.noteUnknown('hat', code),
    report,
    hasRoom: positions.hasRoom,
    log: kernel.log,
    now: kernel.clock.now,
  })
  positions.onServedDirectly(helmets.serves)
  keys.onChange(helmets.keysChanged)
  return {
    serve: (fastify) =>
      ingestRoutes(fastify, { findKey: keys.find, noteWrongKey: (ip) => keys.noteWrong(ip, null), known, report }),
    sockets: { '/helmet': helmets.accept },
    stop: helmets.stop,
  }
}
