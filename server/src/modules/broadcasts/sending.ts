import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { broadcastCalls } from '@vigil/contract/broadcasts/calls.ts'
import { broadcast } from '@vigil/contract/broadcasts/broadcast.ts'
import type { BroadcastReceipt, SendingState } from '@vigil/contract/broadcasts/sending.ts'
import { hat } from '@vigil/contract/devices/hat.ts'
import type { Receipt } from '@vigil/contract/devices/command.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { scoped } from '../../kernel/listing.ts'
import type { Doors } from '../../kernel/module.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { requireWrite } from '../../kernel/scope.ts'
import { deptOfDevice } from '../devices/index.ts'

/** ms after which a helmet that said nothing of a broadcast did not play it. */
const playedWithin = 120_000

const stateOf: Readonly<Record<Receipt, SendingState>> = {
  sent: 'sent',
  accepted: 'played',
  played: 'played',
  failed: 'failed',
  timedOut: 'failed',
  offline: 'offline',
}

/** Broadcasts to helmets: written down with who is to hear them, then sent, each helmet by its own line. */
export const createSending = (kernel: Kernel, { registry, commands }: Doors['devices']) => {
  const { db, clock } = kernel
  /** What is known of the end stays: a receipt that comes late does not undo it. */
  const note = async (code: string, messageId: string, state: SendingState): Promise<void> => {
    const open = state === 'sent' ? ['pending'] : ['pending', 'sent']
    await sql`UPDATE broadcast_receipt SET state = ${state}, changed_at = ${new Date(clock.now())}
      WHERE message_id = ${messageId} AND code = ${code} AND state = ANY(${open})`.execute(db.sql)
  }
  commands.follow(({ kind, code, messageId, receipt }) => (kind === 'hat' ? note(code, messageId, stateOf[receipt]) : undefined))
  return {
    send: async ({ deviceIds, text }: BodyOf<typeof broadcastCalls.sendBroadcast>, asked: Asked): Promise<{ id: string }> => {
      const meant = [...new Set(deviceIds)].map((deviceId) => {
        const device = registry.find('hat', deviceId)
        if (!device) throw new Refusal('notFound', { what: hat.word }, { field: 'deviceIds' })
        requireWrite(asked.caller.scope, deptOfDevice(device), hat.word, 'deviceIds')
        return device
      })
      const messageId = String(randomInt(1, 2 ** 47))
      const at = new Date(clock.now())
      const helmets = [...new Map(meant.map((device) => [device.code, device])).values()]
      const id = await kernel.transaction(async (trx) => {
        const { rows } = await sql<{ id: string }>`INSERT INTO broadcast_sending (text, by_name, at)
          VALUES (${text}, ${asked.caller.cname}, ${at}) RETURNING id::text AS id`.execute(trx)
        const made = rows[0]?.id ?? ''
        const list = helmets.map((device) => ({ code: device.code, label: device.label, dept: deptOfDevice(device) }))
        await sql`INSERT INTO broadcast_receipt (sending_id, code, label, dept_id, message_id, changed_at)
          SELECT ${made}::bigint, code, label, dept, ${messageId}, ${at}
          FROM jsonb_to_recordset(${JSON.stringify(list)}::jsonb) AS told (code text, label text, dept bigint)`.execute(trx)
        await kernel.journal.write(trx, asked, {
          module: 'broadcasts',
          action: 'broadcast',
          object: 'broadcast',
          objectId: made,
          after: { message: text, helmets: list.map(({ label }) => label).join('、') },
        })
        return made
      })
      void Promise.all(
        helmets.map(async ({ code }) =>
          note(code, messageId, stateOf[await commands.send('hat', code, { name: 'text', messageId, message: text })]),
        ),
      ).catch((error: unknown) => kernel.log.warn({ err: error, broadcast: id }, 'a broadcast could not be sent to all'))
      return { id }
    },
    get: async (id: string, { caller }: Asked) => {
      const { rows } = await sql<{ text: string; by: string; at: Date }>`SELECT text, by_name AS by, at
        FROM broadcast_sending WHERE id = ${id}::bigint`.execute(db.sql)
      const { rows: told } = await sql<Omit<BroadcastReceipt, 'time'> & { at: Date }>`SELECT code AS "deviceId", label, state,
        changed_at AS at FROM broadcast_receipt WHERE sending_id = ${id}::bigint
        AND ${scoped(caller.scope, sql.ref('dept_id'))} ORDER BY code`.execute(db.sql)
      const [found] = rows
      if (!found || told.length === 0) throw new Refusal('notFound', { what: broadcast.word })
      const receipts = told.map(({ at, ...receipt }) => ({ ...receipt, time: clock.toWire(at) }))
      return { id, text: found.text, by: found.by, time: clock.toWire(found.at), receipts }
    },
    settleForsaken: async (): Promise<void> => {
      const now = clock.now()
      await sql`UPDATE broadcast_receipt SET state = 'failed', changed_at = ${new Date(now)}
        WHERE state IN ('pending', 'sent') AND changed_at < ${new Date(now - playedWithin)}`.execute(db.sql)
    },
  }
}
