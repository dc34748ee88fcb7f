import { z } from 'zod'

/**
 * What consoles and the helmet service say to each other (act/cmd): a console's messages have an `act`, what it hears a `cmd`. Numbers come as
 * texts or as numbers.
 */

/** Where the service is, below the console's own address. */
export const helmetServicePath = '/helmet'
/** Milliseconds between two questions of the helmet-broadcast page of who is there, and after how many it is loaded anew. */
export const helmetPoll = { every: 3_000, reloadAfter: 100 } as const

const textual = z.union([z.string().max(4_000), z.number()]).transform(String)
const optional = textual.nullish()
/** Which helmet is meant, also where nobody wears it; what a helmet is called by goes before who wears it. */
const deviceId = optional

const messages = {
  ma_login: z.object({
    act: z.literal('ma_login'),
    user_name: optional,
    pwd: optional,
    /** A ticket of the session (`createHelmetTicket`), for one connection. */
    access_token: z.string().max(200).nullish(),
    udid: optional,
  }),
  ma_get_active_devices: z.object({ act: z.literal('ma_get_active_devices') }),
  /** Of a helmet whether it can be called; of oneself that one's softphone is there (`v_type` 1) or gone (0). */
  ma_set_sip_info: z.object({ act: z.literal('ma_set_sip_info'), user_id: textual, v_type: optional, device_id: deviceId }),
  exit_call_room: z.object({ act: z.literal('exit_call_room'), device_id: textual }),
  ma_sending_message: z.object({
    act: z.literal('ma_sending_message'),
    user_id: textual,
    message: z.string().min(1).max(2_000),
    device_id: deviceId,
  }),
}
/** Every message of a console, for whoever reads them beside those of helmets. */
export const consoleMessages = Object.values(messages)
export type ConsoleMessage = z.input<(typeof consoleMessages)[number]>

/** What cannot be read is left out: the message is heard all the same. */
const said = textual.nullish().catch(null)
const isYes = z.unknown().transform((status) => status === true || status === 'true')

/** A helmet as it is told of: whose it is, and what it says of itself. */
export const toldHelmet = z.object({
  user_info: z.object({
    user_id: said,
    device_id: said,
    mobile: said,
    user_name: said,
    real_name: said,
    department: said,
    sip_id: said,
  }),
  location_info: z
    .object({
      x_point: said,
      y_point: said,
      ctime: said,
      bat_l: said,
      gps: said,
      net_type: said,
      sim_data_num: said,
      bt_signal_info: z.unknown().optional(),
      tempdata: said,
    })
    .nullish()
    .catch(null),
})
export type ToldHelmet = z.output<typeof toldHelmet>
const helmet = toldHelmet.nullish().catch(null)

const heard = z.discriminatedUnion('cmd', [
  z.object({
    cmd: z.literal('ma_login'),
    status: isYes,
    msg: said,
    admin_info: z
      .object({ admin_id: said, sip_info: z.object({ sip_id: said }).nullish().catch(null) })
      .nullish()
      .catch(null),
  }),
  z.object({
    cmd: z.literal('ma_get_active_devices'),
    status: isYes,
    // Entries without a `user_info` are of nobody.
    data: z
      .array(z.unknown())
      .catch([])
      .transform((list) => list.flatMap((one) => toldHelmet.safeParse(one).data ?? [])),
  }),
  z.object({ cmd: z.literal('ma_set_sip_info'), status: isYes, msg: said }),
  z.object({ cmd: z.literal('ma_sending_message'), status: isYes, msg: said }),
  z.object({ cmd: z.literal('exit_call_room'), status: isYes, device_id: said }),
  z.object({ cmd: z.literal('server_push_ma_set_sip_info'), user_id: said, v_type: said }),
  z.object({ cmd: z.literal('server_push_sos'), sos_type: said, data: helmet }),
  z.object({ cmd: z.literal('server_push_ca_sip_sos'), room_id: said, ca_info: helmet }),
  /** What a helmet says of words that it was sent. */
  z.object({ cmd: z.literal('ca_sending_message'), device_id: said, message_id: said }),
  z.object({ cmd: z.literal('error'), msg: said }),
])
export type FromHelmetService = z.output<typeof heard>

/** What the service said; null for what is no message of it, or none that a console has to do with. */
export const readFromHelmetService = (text: string): FromHelmetService | null => {
  try {
    return heard.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
