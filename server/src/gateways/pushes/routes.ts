import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../kernel/trusted-proxies.ts'
import { Refusal, TooMany } from '../../kernel/refusal.ts'
import { languageOf } from '../../kernel/serve.ts'
import { hearOut } from '../../kernel/unread-bodies.ts'
import type { PlaceOfPasses } from '../../modules/traffic/index.ts'
import { pushRealm, type PushWay } from '../../modules/pushing/index.ts'
import { admit, plainAddress, type Stranger } from './admission.ts'
import { answerTo, type Answer } from './answers.ts'
import { readBody, type PushBody } from './body.ts'
import type { PushContext } from './context.ts'
import { challengesOf } from './digest.ts'
import { firstOf, lookedAt, saidIn } from './first-words.ts'
import { sortPictures } from './pictures.ts'
import { createBodyReader } from './take-body.ts'
import { readPassage, readSighting, type Maker } from './read.ts'

/** Bytes of a push: two large pictures in base64 and what is said of them. */
export const largestPush = 8 * 1024 * 1024

export const paths: Readonly<Record<PushWay, readonly string[]>> = {
  // Devices of Dahua's ITSAPI know no other addresses than theirs.
  anpr: ['/ingest/anpr', '/NotificationInfo/TollgateInfo', '/NotificationInfo/KeepAlive', '/NotificationInfo/DeviceInfo'],
  gate: ['/ingest/gate'],
}

type Stored = 'stored' | 'duplicate'

/** Hands on what a push tells, one after the other; returns once all of it is committed. */
const takeAll = async <What>(
  body: PushBody,
  read: (message: PushBody['messages'][number]) => { readonly maker: Maker; readonly what: What | 'ignored' },
  take: (what: What, isFirst: boolean) => Promise<Stored>,
): Promise<Answer> => {
  const told = body.messages.map(read)
  const results: Stored[] = []
  for (const { what } of told) if (what !== 'ignored') results.push(await take(what, results.length === 0))
  const [first] = told
  return answerTo(first?.maker ?? 'own', body.messages[0]?.format ?? 'json', results)
}

const takeSightings = (context: PushContext, place: PlaceOfPasses, body: PushBody) => {
  const now = context.clock.now()
  return takeAll(
    body,
    (message) => readSighting(message, { clock: context.clock, now }),
    ({ pictures, ...sighting }, isFirst) => {
      // In the message, or in parts of their own beside it.
      const sent = sortPictures(isFirst ? body.pictures : [])
      return context.see({ ...sighting, place, whole: pictures?.whole ?? sent.whole, plate: pictures?.plate ?? sent.plate })
    },
  )
}

const takePassages = (context: PushContext, gate: PlaceOfPasses, body: PushBody) => {
  const now = context.clock.now()
  return takeAll(
    body,
    (message) => readPassage(message, { clock: context.clock, now }),
    (passage, isFirst) => {
      const sent = isFirst ? (body.pictures[0]?.picture ?? null) : null
      return context.pass({ ...passage, gate, picture: passage.picture ?? sent })
    },
  )
}

/** By which it is counted what a device tells: a barrier's camera by itself. */
const countedAs = (way: PushWay, { kind, id }: PlaceOfPasses): string => `${way} ${kind} ${id}`

/** Refuses what is more than a device may tell: none of it is stored yet, and it is to come again. */
const requirePace = ({ pace }: PushContext, way: PushWay, place: PlaceOfPasses, count: number): void => {
  const wait = pace.take(countedAs(way, place), count)
  if (wait > 0) throw new TooMany(wait)
}

/**
 * Who sends without end from where nobody is let in is looked up and noted no more, nor is his body read. A device with a login that stands
 * behind the same address is let in all the same, once it has answered.
 */
const turnAway = ({ challenges }: PushContext, network: string, wait: number, request: FastifyRequest, reply: FastifyReply) =>
  reply
    .code(401)
    .header('www-authenticate', challengesOf({ challenges, network }, pushRealm, false))
    .header('retry-after', String(wait))
    .send(new Refusal('tooManyRequests').answer(languageOf(request.headers['accept-language'])))

/** 401 with what to answer it by. What an unknown device sends is read off the line: many hear nothing before they have sent all. */
const challenge = async (
  context: PushContext,
  way: PushWay,
  { reason, isStale, isTried }: Stranger,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const address = plainAddress(request.address)
  const network = networkOf(request.address)
  const wait = isTried ? context.noteWrong(network) : 0
  if (wait > 0) throw new TooMany(wait)
  if (!isTried && !isStale) context.strangers.take(network, 1)
  if (!isStale) context.unknown.note({ way, address, reason, said: saidIn(await firstOf(request.raw)) })
  // Who said nothing for too long has his answer.
  if (reply.sent) return reply
  hearOut(request, largestPush)
  return reply
    .code(401)
    .header('www-authenticate', challengesOf({ challenges: context.challenges, network }, pushRealm, isStale))
    .send(new Refusal('pushNotKnown').answer(languageOf(request.headers['accept-language'])))
}

export const pushRoutes = (app: FastifyInstance, context: PushContext): void => {
  const { traffic } = context
  const places = new WeakMap<FastifyRequest, PlaceOfPasses>()
  /** Before the body is read. */
  const letIn =
    (way: PushWay) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
      const { address, method, url, headers } = request
      const pusher = { address: plainAddress(address), authorization: headers.authorization ?? '', method, url }
      const network = networkOf(address)
      const waits = pusher.authorization === '' ? context.strangers.wait(network) : 0
      if (waits > 0) return turnAway(context, network, waits, request, reply)
      const found = await admit(context, way, pusher)
      if ('reason' in found) return challenge(context, way, found, request, reply)
      request.knownAs(`key:${found.kind} ${found.id}`)
      places.set(request, found)
      try {
        requirePace(context, way, found, 1)
      } catch (error) {
        // Many hear nothing before they have sent all.
        hearOut(request, largestPush)
        throw error
      }
      await context.unknown.letIn(way, pusher.address)
      return undefined
    }
  const readBytes = createBodyReader()
  const take = { anpr: takeSightings, gate: takePassages } as const
  void app.register((ingest, _options, done) => {
    ingest.removeAllContentTypeParsers()
    // Whatever it says it is: what it is, is known by its content.
    ingest.addContentTypeParser('*', (request: FastifyRequest, payload: FastifyRequest['raw']) =>
      readBytes(payload, Number(request.headers['content-length']), largestPush),
    )
    ingest.addHook('onError', (_request, _reply, error, next) => {
      traffic.failed(error)
      next()
    })
    for (const way of ['anpr', 'gate'] as const)
      for (const path of paths[way])
        ingest.post(path, { bodyLimit: largestPush, onRequest: letIn(way) }, async (request, reply) => {
          const place = places.get(request)
          if (!place) throw new Error(`${path} was not let in`)
          traffic.heard()
          const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          try {
            const pushed = readBody(request.headers['content-type'] ?? '', bytes)
            // The push itself is counted: all of it is let in, or none.
            requirePace(context, way, place, pushed.messages.length - 1)
            const { type, body } = await take[way](context, place, pushed)
            await context.seen(place)
            return await reply.type(type).send(body)
          } catch (error) {
            if (!(error instanceof Refusal)) throw error
            traffic.failed(error)
            const reason = { zh: error.tell('zh'), en: error.tell('en') }
            await context.noteUnread(place, { reason, said: saidIn(bytes.subarray(0, lookedAt)) })
            return await reply.code(400).send(error.answer(languageOf(request.headers['accept-language'])))
          }
        })
    done()
  })
}
