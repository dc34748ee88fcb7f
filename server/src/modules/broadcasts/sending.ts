import { randomInt } from 'node:crypto'
import { broadcast } from '@vigil/contract/broadcasts/broadcast.ts'
import type { broadcastCalls } from '@vigil/contract/broadcasts/calls.ts'
import { broadcastDomain } from '@vigil/contract/broadcasts/domain.ts'
import { sendingLimits, type BroadcastSending } from '@vigil/contract/broadcasts/sending.ts'
import { broadcastSettings } from '@vigil/contract/broadcasts/settings.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import { theSystem, type Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { recordsChanged } from '../../kernel/record-changes.ts'
import { invalid, missing, Refusal, TooMany } from '../../kernel/refusal.ts'
import { requireWrite } from '../../kernel/scope.ts'
import { deptOfDevice } from '../devices/index.ts'
import { meantBy, reachOf, requireSomebody } from './aim.ts'
import { newClipToken } from './clips.ts'
import { createSender } from './sender.ts'
import { tellSettled, type SendingContext } from './sending.context.ts'
import type { Meant, NewSending } from './sending.store.ts'

type Body<Name extends keyof typeof broadcastCalls> = BodyOf<(typeof broadcastCalls)[Name]>

/** ms after which a helmet that said nothing of a broadcast did not play it, and after which one that still waits is too late. */
const playedWithin = 120_000
const waitsAtMost = 600_000
const minute = 60_000
/** Bytes of a clip: some minutes of speech. */
const largestClip = 10 * 1024 * 1024

const { asked: words } = broadcastDomain
const usualTitle = { zh: '语音广播', en: 'Broadcast' } as const

const titleOf = ({ title, text }: Pick<BroadcastSending, 'title' | 'text'>, { language }: Asked): string =>
  title || [...text.replaceAll(/\s+/g, ' ')].slice(0, 20).join('') || usualTitle[language]

/** The helmets as a notice record names them: as many as it has room for. */
const targetOf = (helmets: readonly Meant[]): string => {
  const all = helmets.map(({ label }) => label).join('、')
  return all.length <= 500 ? all : `${all.slice(0, 480)}…（${helmets.length}）`
}

/** The one department of them all, else that of who sends it; of whom the whole site is, nobody's. */
const deptOfAll = (helmets: readonly Meant[], { scope, deptId }: Asked['caller']): string | null => {
  const depts = new Set(helmets.map(({ dept }) => dept))
  return depts.size === 1 ? (helmets[0]?.dept ?? null) : scope.all ? null : deptId
}

const keepClip = async ({ doors }: SendingContext, trx: Trx, id: string | null, asked: Asked): Promise<NewSending['clip']> => {
  if (id === null) return null
  const { id: kept, type, size } = await doors.files.keepAsEvidence(trx, id, asked)
  if (!type.startsWith('audio/'))
    throw invalid('clip', words.clip, { zh: '须为 WAV 或 MP3 音频', en: 'has to be WAV or MP3 audio' })
  if (size > largestClip)
    throw invalid('clip', words.clip, { zh: `不能超过 ${largestClip >> 20} MB`, en: `can have at most ${largestClip >> 20} MB` })
  return { id: kept, type, token: newClipToken() }
}

/** Counted over all servers: whoever is refused at one would only go to the next, and helmets hear all of them. */
const requirePace = async ({ kernel, store }: SendingContext, trx: Trx, { caller }: Asked): Promise<void> => {
  const begun = await store.begunSince(trx, caller.userId, new Date(kernel.clock.now() - minute))
  if (begun >= sendingLimits.perMinute) throw new TooMany(minute / 1_000)
}

/** Written down with who is to hear it, in one transaction with its notice record; sent after that. */
const send = async (context: SendingContext, body: Body<'sendBroadcast'>, asked: Asked): Promise<{ id: string }> => {
  const { kernel, store, doors } = context
  const { text, clip, priority, alarmId } = body
  if (text === '' && clip === null) throw missing('text', words.text)
  if (alarmId !== null) await doors.alarms.one(alarmId, asked)
  const devices = await meantBy(context, body, asked)
  requireSomebody(devices, body)
  const helmets = devices.map((device) => ({ code: device.code, label: device.label, dept: deptOfDevice(device) }))
  const title = titleOf(body, asked)
  return kernel.transaction(async (trx, after) => {
    await requirePace(context, trx, asked)
    const { userId, cname } = asked.caller
    const deptId = deptOfAll(helmets, asked.caller)
    const { id, noticeId } = await store.make(trx, {
      title,
      text,
      priority,
      alarmId,
      clip: await keepClip(context, trx, clip, asked),
      by: { id: userId, name: cname },
      deptId,
      target: targetOf(helmets),
      messageId: String(randomInt(1, 2 ** 47)),
      helmets,
    })
    const replaced =
      priority === 'urgent'
        ? await store.replace(
            trx,
            helmets.map(({ code }) => code),
          )
        : []
    if (alarmId !== null) await doors.alarms.noteSaid(trx, { alarmId, text: text || title }, asked, after)
    await kernel.journal.write(trx, asked, {
      module: 'broadcasts',
      action: 'broadcast',
      object: 'broadcastSending',
      objectId: id,
      after: { title, text, priority, clip: clip !== null, helmets: targetOf(helmets), total: helmets.length, alarmId },
    })
    after(async () => {
      await kernel.bus.publish(recordsChanged, [{ kind: 'noticeRecord', id: noticeId, deptIds: [deptId] }])
      await tellSettled(context, [...helmets.map(({ dept }) => ({ id, dept })), ...replaced])
    })
    return { id }
  })
}

const cancel = async (context: SendingContext, id: string, asked: Asked): Promise<{ cancelled: number }> => {
  const { kernel, store } = context
  const { scope } = asked.caller
  const found = await store.get(id, scope)
  const owner = await store.deptOf(id)
  if (!found || owner === undefined) throw new Refusal('notFound', { what: broadcast.word })
  requireWrite(scope, owner, broadcast.word)
  return kernel.transaction(async (trx, after) => {
    const ended = await store.cancel(trx, id, scope)
    await kernel.journal.write(trx, asked, {
      module: 'broadcasts',
      action: 'update',
      object: 'broadcastSending',
      objectId: id,
      after: { title: found.title, cancelled: ended.length },
    })
    after(() => tellSettled(context, [{ id, dept: owner }, ...ended]))
    return { cancelled: ended.length }
  })
}

/** Removes what was said so many days ago, with its clips; its notice record stays. */
const keepFor = async ({ kernel, store, doors }: SendingContext, days: number): Promise<void> => {
  const before = new Date(kernel.clock.now() - days * 86_400_000)
  const dropSome = () =>
    kernel.transaction(async (trx) => {
      const dropped = await store.dropBefore(trx, before)
      if (!dropped) return null
      const { broadcasts, from, to, clips } = dropped
      await kernel.journal.write(trx, theSystem(kernel.clock.now()), {
        module: 'broadcasts',
        action: 'delete',
        object: 'broadcastSending',
        before: { broadcasts, from: kernel.clock.toWire(from), to: kernel.clock.toWire(to) },
      })
      return clips
    })
  for (;;) {
    const clips = await dropSome()
    if (clips === null) return
    await doors.files.dropEvidence(clips)
  }
}

/** Broadcasts to helmets. */
export const createSending = (kernel: Kernel, store: SendingContext['store'], doors: SendingContext['doors']) => {
  const context: SendingContext = { kernel, store, doors }
  const sender = createSender(context)
  return {
    send: async (body: Body<'sendBroadcast'>, asked: Asked): Promise<{ id: string }> => {
      const begun = await send(context, body, asked)
      sender.wake()
      return begun
    },
    reach: (aim: Body<'getBroadcastReach'>, asked: Asked) => reachOf(context, aim, asked),
    get: async (id: string, { caller }: Asked): Promise<BroadcastSending> => {
      const found = await store.get(id, caller.scope)
      if (!found) throw new Refusal('notFound', { what: broadcast.word })
      return found
    },
    ofNotice: (noticeId: string, { caller }: Asked) => store.ofNotice(noticeId, caller.scope),
    cancel: (id: string, asked: Asked) => cancel(context, id, asked),
    seen: (ids: readonly string[], { caller }: Asked) => store.seen(ids, caller.scope),
    wake: sender.wake,
    stop: sender.stop,
    /** What nobody says anything of any more, be its helmet silent or its server gone. */
    settleSilent: async (): Promise<void> => {
      const now = kernel.clock.now()
      await tellSettled(context, await store.settleSilent(new Date(now - playedWithin), new Date(now - waitsAtMost)))
    },
    keepHouse: () => keepFor(context, kernel.settings.get(broadcastSettings.broadcastDays)),
  }
}
