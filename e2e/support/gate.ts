import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { expect, type Site } from './site.ts'

/** From here tests push as a turnstile does. */
const ip = '127.0.0.1'
export const gateName = '东门人行通道'

/** The turnstile of this run, which every test that needs one shares: one address is one device. */
const makeGate = async ({ admin }: Site): Promise<void> => {
  const known = async (): Promise<boolean> =>
    paged(await admin.ask(gateCalls.listBsBarrierGateByDeptId, { keyword: ip, pageNum: 1, pageSize: 10 })).list.length > 0
  if (await known()) return
  // Another worker may have been quicker.
  await admin
    .ask(gateCalls.saveBsBarrierGate, { name: gateName, code: 'E2E-1', ip, kind: 'turnstile', direction: 3 })
    .catch(async (error: unknown) => {
      if (!(await known())) throw error
    })
}

interface Pass {
  readonly personNo: string
  readonly personName: string
  readonly direction: 'in' | 'out'
  readonly result?: 'passed' | 'refused'
  readonly reason?: string
  /** Minutes since then; none unless said. */
  readonly ago?: number
}

/** A turnstile's word of somebody, in the form of our own; it is stored once this is over. */
export const pushGatePass = async (site: Site, { ago = 0, result = 'passed', ...pass }: Pass): Promise<void> => {
  await makeGate(site)
  const time = new Date(Date.now() - ago * 60_000).toISOString()
  const push = async (): Promise<number> => {
    const { status } = await fetch(`${site.origin}/ingest/gate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...pass, result, time, passType: 'face', id: `${pass.personNo}-${pass.direction}-${ago}` }),
    })
    return status
  }
  // Until the gateway has heard of the turnstile.
  await expect.poll(push).toBe(200)
}
