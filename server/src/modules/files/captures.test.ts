import { hash } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { thumbnailUrl } from '@vigil/contract/files/entities.ts'
import { afterFile } from '../../../test/ends.ts'
import { createFileSite, fetchFile, filesIn, png, upload, type FileSite } from '../../../test/files.ts'
import type { Asked, Caller } from '../../kernel/caller.ts'
import type { DiskWatch } from '../../kernel/disk.ts'
import { createJournal } from '../../kernel/journal.ts'
import { transactionsOf } from '../../kernel/kernel.ts'
import { createLog } from '../../kernel/log.ts'
import { NotReady } from '../../kernel/refusal.ts'
import { createSiteClock } from '../../kernel/time.ts'
import { createFileContents } from './contents.ts'
import { createFileService } from './service.ts'
import { createFileStore } from './store.ts'

let site: FileSite
beforeAll(async () => {
  site = await createFileSite({}, afterFile)
})
const jpeg = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer()
const shelved = async (): Promise<string[]> => (await filesIn(site)).filter((name) => name.startsWith('files/'))

describe('a picture that a device pushes', () => {
  const serviceOf = (disk: Partial<DiskWatch> = {}) => {
    const clock = createSiteClock('Asia/Shanghai')
    const log = createLog('silent')
    const kernel = {
      transaction: transactionsOf(site.db, log),
      journal: createJournal(site.db, Date.now),
      clock,
      log,
      disk: { requireRoom: () => undefined, ...disk } as DiskWatch,
    }
    return createFileService(kernel, createFileStore({ db: site.db, clock }), createFileContents(site.dataDir))
  }
  const callerOf = (userId: string, more: Partial<Caller> = {}): Caller =>
    ({ userId, cname: '', deptName: '', administrator: false, scope: { all: true }, ...more }) as unknown as Caller
  const guard = callerOf('11')
  const administrator = callerOf('12', { administrator: true })
  const askedBy = (caller: Caller): Asked => ({ caller, ip: '', userAgent: '', since: Date.now() }) as unknown as Asked
  const journalLength = async (): Promise<number> =>
    (await site.db.raw(site.db.sql, `SELECT FROM journal WHERE module = 'files'`)).rows.length

  it('is opened by whoever may see its record, and by nobody else', async () => {
    const files = serviceOf()
    const before = await journalLength()
    const id = await files.capture({ type: 'image/png', bytes: png }, null)
    expect(await journalLength()).toBe(before)
    for (const caller of [guard, administrator])
      await expect(files.open(id, caller)).rejects.toMatchObject({ codeName: 'notFound' })
    files.onCapture(() => Promise.resolve(new Set()))
    files.onCapture((ids, caller) => Promise.resolve(new Set(caller.userId === guard.userId ? ids : [])))
    expect(await files.open(id, guard)).toMatchObject({ type: 'image/png', size: png.length })
    await expect(files.open(id, administrator)).rejects.toMatchObject({ codeName: 'notFound' })
    // Nobody takes away what a device sent.
    await expect(files.remove(id, askedBy(administrator))).rejects.toMatchObject({ codeName: 'notFound' })
    await expect(files.remove(id, askedBy(guard))).rejects.toMatchObject({ codeName: 'forbidden' })
    expect(await files.open(id, guard)).toMatchObject({ size: png.length })
  })

  it('lies on the disk once, goes with the last that names it, and stays as evidence', async () => {
    const files = serviceOf()
    files.onCapture((ids) => Promise.resolve(new Set(ids)))
    const bytes = await jpeg(30, 20)
    const there = (await shelved()).length
    const [one = '', other = ''] = await Promise.all([1, 2].map(() => files.capture({ type: 'image/jpeg', bytes }, null)))
    expect((await shelved()).length).toBe(there + 1)
    await files.dropCaptures([one])
    await expect(files.open(one, guard)).rejects.toMatchObject({ codeName: 'notFound' })
    expect(await files.open(other, guard)).toMatchObject({ size: bytes.length })
    const kept = await transactionsOf(site.db, createLog('silent'))((trx) => files.keepAsEvidence(trx, other, askedBy(guard)))
    await files.dropCaptures([other])
    expect(await files.openEvidence(kept.id)).toMatchObject({ size: bytes.length })
    const lost = await files.capture({ type: 'image/jpeg', bytes: await jpeg(31, 20) }, null)
    expect((await shelved()).length).toBe(there + 2)
    await files.dropCaptures([lost])
    expect((await shelved()).length).toBe(there + 1)
  })

  it('goes with its record, and takes along nothing that somebody brought, nor evidence', async () => {
    const files = serviceOf()
    files.onCapture((ids) => Promise.resolve(new Set(ids)))
    const { id } = await upload(site, png, 'mine.png')
    const captured = await files.capture({ type: 'image/png', bytes: png }, null)
    const kept = await transactionsOf(site.db, createLog('silent'))((trx) => files.keepAsEvidence(trx, id, askedBy(guard)))
    await files.dropCaptures([id, kept.id])
    expect((await fetchFile(site, { url: `/api/files/${id}` })).status).toBe(200)
    expect(await files.openEvidence(kept.id)).toMatchObject({ size: png.length })
    const before = await journalLength()
    await files.dropAttachments([id, captured, kept.id])
    expect(await journalLength()).toBe(before + 1)
    expect((await fetchFile(site, { url: `/api/files/${id}` })).status).toBe(404)
    expect(await files.open(captured, guard)).toMatchObject({ size: png.length })
    expect(await files.openEvidence(kept.id)).toMatchObject({ size: png.length })
  })

  it('is evidence only of who may open it', async () => {
    const files = serviceOf()
    const id = await files.capture({ type: 'image/png', bytes: png }, null)
    const keep = transactionsOf(site.db, createLog('silent'))((trx) => files.keepAsEvidence(trx, id, askedBy(administrator)))
    await expect(keep).rejects.toMatchObject({ codeName: 'notFound' })
  })

  it('is not taken where the disk is low', async () => {
    const files = serviceOf({
      requireRoom: () => {
        throw new NotReady(new Error('low'))
      },
    })
    const there = await filesIn(site)
    await expect(files.capture({ type: 'image/png', bytes: png }, null)).rejects.toMatchObject({ name: 'NotReady' })
    expect(await filesIn(site)).toEqual(there)
  })

  it('takes its thumbnail with it; one that was drawn too late is swept', async () => {
    const files = serviceOf()
    files.onCapture((ids) => Promise.resolve(new Set(ids)))
    const id = await files.capture({ type: 'image/jpeg', bytes: await jpeg(900, 50) }, null)
    const before = (await shelved()).length
    const small = await files.openThumbnail(id, guard)
    expect((await shelved()).length).toBe(before + 1)
    await files.dropCaptures([id])
    expect((await shelved()).length).toBe(before - 1)
    await writeFile(small.path, 'late')
    await files.keepHouse(7)
    expect((await readdir(join(small.path, '..'))).filter((name) => small.path.endsWith(name))).toEqual([])
  })
})

describe('a thumbnail', () => {
  const thumbnail = (id: string, init: RequestInit = {}, token: string | null = site.adminToken) =>
    fetchFile(site, { url: thumbnailUrl(id) }, token, init)

  it('is drawn once, 320 pixels wide, and kept', async () => {
    const { id } = await upload(site, await jpeg(1_600, 900), 'a.jpg')
    const answers = await Promise.all([1, 2, 3, 4].map(() => thumbnail(id)))
    const bytes = Buffer.from((await answers[0]?.arrayBuffer()) ?? new ArrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 180 })
    for (const { status, headers } of answers)
      expect([status, headers.get('content-type'), headers.get('content-length')]).toEqual([
        200,
        'image/jpeg',
        String(bytes.length),
      ])
    const etag = answers[0]?.headers.get('etag') ?? ''
    expect((await thumbnail(id, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await fetchFile(site, { url: `/api/files/${id}` })).headers.get('etag')).not.toBe(etag)
    // A small picture is not blown up; one whose thumbnail is lost has it drawn again.
    const little = await upload(site, png, 'b.png')
    expect(await sharp(Buffer.from(await (await thumbnail(little.id)).arrayBuffer())).metadata()).toMatchObject({ width: 1 })
    for (const name of (await shelved()).filter((found) => found.endsWith('.thumbnail'))) await rm(join(site.dataDir, name))
    expect((await thumbnail(id)).status).toBe(200)
  })

  it('is for whoever may open the picture', async () => {
    const { id } = await upload(site, png, 'a.png', { deptId: await site.makeDept('mill') })
    const { token } = await site.makeUser({ name: 'li', permissions: [], scope: 'own', deptId: await site.makeDept('quarry') })
    expect((await thumbnail(id, {}, token)).status).toBe(404)
    expect((await thumbnail(id, {}, null)).status).toBe(401)
  })

  it('of no picture, of a broken one or of one with too many pixels says so, and stops nothing', async () => {
    // The header of a PNG of 30,000 × 30,000, with nothing behind it.
    const huge = Buffer.from(png)
    huge.writeUInt32BE(30_000, 16)
    huge.writeUInt32BE(30_000, 20)
    const broken = (await jpeg(400, 300)).subarray(0, 300)
    const bad = [await upload(site, 'hello', 'a.txt'), await upload(site, broken, 'a.jpg'), await upload(site, huge, 'huge.png')]
    for (const { id } of bad) {
      const answer = await thumbnail(id, { headers: { 'accept-language': 'en' } })
      expect([answer.status, await answer.json()]).toEqual([
        422,
        { code: 'fileRejected', msg: expect.stringMatching(/no thumbnail|too many pixels/), data: null },
      ])
    }
    const { id } = await upload(site, await jpeg(20, 20), 'good.jpg')
    expect((await thumbnail(id)).status).toBe(200)
  })

  it('is not drawn of what would take too much memory, and what cannot be drawn is not tried again', async () => {
    // Within its pixels, but 16 bits each and in passes: all of it has to be held at once.
    const heavy = Buffer.from(png)
    heavy.writeUInt32BE(5_000, 16)
    heavy.writeUInt32BE(5_000, 20)
    heavy.set([16, 6, 0, 0, 1], 24)
    heavy.writeUInt32BE(crc32(heavy.subarray(12, 29)), 29)
    const { id } = await upload(site, heavy, 'heavy.png')
    const reason = async (): Promise<string> => {
      const answer = await thumbnail(id, { headers: { 'accept-language': 'en' } })
      expect(answer.status).toBe(422)
      return ((await answer.json()) as { msg: string }).msg
    }
    expect(await reason()).toContain('too many pixels')
    const [marker = ''] = (await shelved()).filter(
      (name) => name.includes(hash('sha256', heavy)) && name.endsWith('.no-thumbnail'),
    )
    await writeFile(join(site.dataDir, marker), '记下\nas noted\n')
    expect(await reason()).toContain('as noted')
    await rm(join(site.dataDir, marker))
    expect(await reason()).toContain('too many pixels')
  })
})
