import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@vigil/contract/kernel/client.ts'
import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import type { Transfer } from '@vigil/contract/transfers/entities.ts'
import type { TestSite } from './site.ts'

/** A file for an import, as a browser sends it; its id. */
export const upload = async (
  site: TestSite,
  token: string,
  name: string,
  text: string,
  purpose: 'import' | 'attachment' = 'import',
): Promise<string> => {
  const form = new FormData()
  form.append('purpose', purpose)
  form.append('file', new Blob([text]), name)
  const response = await fetch(`${site.origin}/api/sys/load/uploadFile`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  const answer = (await response.json()) as { code: string; msg: string; data: { id: string } }
  if (answer.code !== '200') throw new Error(answer.msg)
  return answer.data.id
}

/** The transfer once it has come to its end. */
export const ended = async (client: Client, { id }: Transfer): Promise<Transfer> => {
  for (;;) {
    const transfer = await client.ask(transferCalls.getTransferById, { id })
    if (transfer.state !== 'waiting' && transfer.state !== 'running') return transfer
    // What it waits for needs the processor more than its questions do.
    await pause(20)
  }
}

/** The bytes of a file that an export made. */
export const download = async (site: TestSite, token: string, fileId: string | null): Promise<Buffer> => {
  const response = await fetch(`${site.origin}/api/files/${fileId}`, { headers: { authorization: token } })
  if (response.status !== 200) throw new Error(`${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

/** An IMEI for tests: one for each capital letter and number. */
export const imeiOf = (letter: string, at: number): string => `86${letter.charCodeAt(0)}${String(at).padStart(11, '0')}`
