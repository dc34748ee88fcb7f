import { z } from 'zod'
import { question, subject } from '../../kernel/bus/subject.ts'

/** What gateways of helmets tell each other, at whichever server they are. */

/** What a helmet says of words that it was sent: whether it has them, in a word at most. */
export const messageStatus = z
  .union([z.boolean(), z.number(), z.string().regex(/^[\w-]{1,32}$/)])
  .nullish()
  .catch(null)

const words = z.string().nullish()
/** What a helmet did that administrators hear of, by its own line or a vendor's. */
export const helmetDid = subject(
  'helmets.did',
  z.discriminatedUnion('act', [
    z.object({ act: z.literal('ca_sos'), code: z.string(), sos_type: words }),
    z.object({ act: z.literal('ca_sip_sos'), code: z.string(), room_id: words }),
    z.object({ act: z.literal('ca_sending_message'), code: z.string(), message_id: z.string(), status: messageStatus }),
  ]),
)
export type Deed = z.output<typeof helmetDid.payload>

/** A helmet that a vendor's service has on its line, with what it last said of itself. */
const farHelmet = z.object({ code: z.string(), info: z.record(z.string(), z.union([z.string(), z.number()])) })
export type FarHelmet = z.output<typeof farHelmet>
/** Asked of the server that has the line to a vendor's service, under `vendorLine`. */
export const vendorHelmets = question('helmetLink.active', z.null(), z.array(farHelmet))
export const vendorLine = 'line'

const infoAtMost = { fields: 40, characters: 4_000 } as const
/** What administrators are told of what a helmet says of itself: numbers and plain words, nothing that a page could take for more. */
export const plainInfo = (info: Readonly<Record<string, unknown>>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(info)
      .filter(
        (entry): entry is [string, string | number] =>
          /^\w{1,32}$/.test(entry[0]) &&
          (typeof entry[1] === 'number' ||
            (typeof entry[1] === 'string' && entry[1].length <= infoAtMost.characters && /^[\w\s;:,.+-]*$/.test(entry[1]))),
      )
      .slice(0, infoAtMost.fields),
  )
