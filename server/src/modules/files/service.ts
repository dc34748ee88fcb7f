import { fileDomain } from '@vigil/contract/files/domain.ts'
import { createHash, randomBytes, webcrypto } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { FileCalls } from '@vigil/contract/files/calls.ts'
import { fileKinds, fileUrl, largestPicture, type StoredFile } from '@vigil/contract/files/entities.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { theSystem, type Asked, type Caller } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { missing, Refusal } from '../../kernel/refusal.ts'
import { maySee, requireWrite } from '../../kernel/scope.ts'
import { asDiskTrouble } from '../../kernel/uploads.ts'
import type { FileContents } from './contents.ts'
import { recognise } from './recognise.ts'
import { accepted, type ByteRange, type Rejection } from './rules.ts'
import type { FileRow, FileStore } from './store.ts'
import { createThumbnails } from './thumbnails.ts'

/** How long a file may take to be written before its writer counts as gone. */
const incomingFor = 6 * 3_600_000
const day = 86_400_000

const what = { zh: '文件', en: 'The file' }
const words = { dept: { zh: '部门', en: 'The department' } } as const

export interface OpenFile {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly size: number
  readonly sha256: string
  readonly path: string
  readonly stream: (range?: ByteRange) => ReadStream
}

/** A file whose contents stay for good. */
type KeptFile = Omit<OpenFile, 'path' | 'stream'>

/** A file that the server writes for somebody: an export, a template filled in. */
export interface NewFile {
  readonly name: string
  readonly type: string
  readonly purpose: FileRow['purpose']
  readonly deptId: string | null
}

/** A picture as a device sent it, recognised by its content as one. */
export interface Capture {
  readonly type: 'image/jpeg' | 'image/png'
  readonly bytes: Buffer
}
/** Which of these captures a caller may open, as far as the one who is asked knows them. */
export type CaptureOpener = (ids: readonly string[], caller: Caller) => Promise<ReadonlySet<string>>

/** What files stand on. */
interface FileContext {
  /** Whose records captures belong to. */
  readonly openers: CaptureOpener[]
  readonly thumbnail: ReturnType<typeof createThumbnails>
  readonly kernel: Pick<Kernel, 'transaction' | 'journal' | 'clock' | 'log' | 'disk'>
  readonly store: FileStore
  readonly contents: FileContents
}

const tooLargePicture = {
  zh: `图片不能超过 ${largestPicture >> 20} MB`,
  en: `a picture can have at most ${largestPicture >> 20} MB`,
}
const rejected = ({ reason }: Rejection): Refusal => new Refusal('fileRejected', { reason })

const measure = async (path: string): Promise<{ size: number; sha256: string }> => {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest('hex') }
}

/** By a thread of its own: a camera's picture would else hold up everybody for milliseconds. */
const sha256Of = async (bytes: Buffer): Promise<string> =>
  Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex')

const isOwner = (file: FileRow, caller: Caller): boolean => file.owner_id === caller.userId
/**
 * What is imported or was exported belongs to its owner alone; an attachment to whoever may see its department; a capture to whoever
 * sees the record that it belongs to.
 */
const mayRead = async ({ openers }: FileContext, file: FileRow, caller: Caller): Promise<boolean> => {
  if (file.purpose !== 'capture')
    return (
      isOwner(file, caller) || (file.purpose === 'attachment' && (caller.administrator || maySee(caller.scope, file.dept_id)))
    )
  for (const opens of openers) if ((await opens([file.id], caller)).has(file.id)) return true
  return false
}

/** Who sees less than the whole site brings nothing for everybody: an attachment that names no department is that of its sender's. */
const departmentOf = async (
  { store }: FileContext,
  named: string | undefined,
  { scope, deptId }: Caller,
): Promise<string | null> => {
  const dept = named ?? (scope.all ? null : deptId)
  requireWrite(scope, dept, words.dept, 'deptId')
  if (dept !== null && !(await store.deptExists(dept))) throw new Refusal('notFound', { what: words.dept }, { field: 'deptId' })
  return dept
}

/** Contents that no file names any more go; under their lock, so that none is taken from a file that is just being made. */
const dropUnnamed = async ({ kernel, store, contents }: FileContext, sha256: string): Promise<void> => {
  await kernel.transaction(async (trx) => {
    await store.lockContents(trx, sha256)
    if (!(await store.named([sha256], trx)).has(sha256)) await contents.drop(sha256)
  })
}
/** As `dropUnnamed`, where the answer is given already: what stays is swept later. */
const dropSoon = (context: FileContext, sha256: string): Promise<void> =>
  dropUnnamed(context, sha256).catch((error: unknown) =>
    context.kernel.log.warn({ err: error, sha256 }, 'contents of a removed file were left to the sweep'),
  )

/** Takes over the file at `path`: once this has returned, contents and row are on the disk. */
const keep = async (
  context: FileContext,
  path: string,
  file: NewFile & { readonly size: number; readonly sha256: string },
  asked: Asked,
): Promise<StoredFile> => {
  const { kernel, store, contents } = context
  const id = randomBytes(16).toString('hex')
  const { name, type, purpose, size, sha256 } = file
  try {
    await kernel.transaction(async (trx) => {
      await store.lockContents(trx, sha256)
      await contents.place(path, sha256)
      const row = { id, name, type, size: String(size), sha256, purpose, owner_id: asked.caller.userId, dept_id: file.deptId }
      await store.insert(trx, row)
      const after = { name, type, size, sha256, purpose, deptId: file.deptId }
      await kernel.journal.write(trx, asked, { module: 'files', action: 'create', object: 'file', objectId: id, after })
    })
  } catch (error) {
    await dropSoon(context, sha256)
    throw asDiskTrouble(error)
  }
  return { id, name, size, type, url: fileUrl(id) }
}

/** How many files of imports and exports their time was over for. */
const expire = ({ kernel: { transaction, journal, clock }, store }: FileContext, before: Date): Promise<number> =>
  transaction(async (trx) => {
    const times = (await store.expire(trx, before)).map((at) => at.getTime())
    if (times.length === 0) return 0
    const [from, to] = [Math.min(...times), Math.max(...times)].map((at) => clock.toWire(new Date(at)))
    await journal.write(trx, theSystem(clock.now()), {
      module: 'files',
      action: 'delete',
      object: 'file',
      before: { files: times.length, from, to },
    })
    return times.length
  })

const upload = async (
  context: FileContext,
  { purpose, deptId }: BodyOf<FileCalls['uploadFile']>,
  asked: Asked,
): Promise<StoredFile> => {
  const sent = asked.upload
  if (!sent) throw missing('file', fileDomain.asked.file)
  const kind = await recognise(sent.path)
  if (typeof kind !== 'string') throw rejected(kind)
  const { picture = false } = fileKinds[kind] as { picture?: true }
  if (picture && sent.size > largestPicture) throw rejected({ reason: tooLargePicture })
  const taken = accepted(sent.name, kind)
  if ('reason' in taken) throw rejected(taken)
  const dept = purpose === 'attachment' ? await departmentOf(context, deptId, asked.caller) : null
  const { size, sha256 } = sent
  const file = { name: taken.name, type: fileKinds[taken.kind].type, purpose, deptId: dept, size, sha256 }
  return keep(context, sent.path, file, asked)
}

const create = async (
  context: FileContext,
  file: NewFile,
  asked: Asked,
  write: (path: string) => Promise<void>,
): Promise<StoredFile> => {
  context.kernel.disk.requireRoom()
  const path = await context.contents.reserve()
  try {
    await write(path)
    return await keep(context, path, { ...file, ...(await measure(path)) }, asked)
  } finally {
    await rm(path, { force: true })
  }
}

/** Contents and row are on the disk once this has returned. Nobody did it, so that the journal says nothing of it. */
const capture = async (context: FileContext, { type, bytes }: Capture, deptId: string | null): Promise<string> => {
  const { kernel, store, contents } = context
  kernel.disk.requireRoom()
  const id = randomBytes(16).toString('hex')
  const sha256 = await sha256Of(bytes)
  let path: string | null = null
  try {
    const written = await contents.write(bytes)
    path = written
    await kernel.transaction(async (trx) => {
      await store.lockContents(trx, sha256)
      await contents.place(written, sha256, true)
      path = null
      const name = `${id.slice(0, 8)}.${type === 'image/png' ? 'png' : 'jpg'}`
      const size = String(bytes.length)
      await store.insert(trx, { id, name, type, size, sha256, purpose: 'capture', owner_id: null, dept_id: deptId })
    })
  } catch (error) {
    if (path !== null) await rm(path, { force: true })
    await dropSoon(context, sha256)
    throw asDiskTrouble(error)
  }
  return id
}

const drop = async (context: FileContext, purpose: 'capture' | 'evidence', ids: readonly string[]): Promise<void> => {
  const { kernel, store } = context
  if (ids.length === 0) return
  const dropped = await kernel.transaction((trx) => store.drop(trx, purpose, ids))
  for (const sha256 of dropped) await dropSoon(context, sha256)
}

const told = ({ name, type, size, sha256, purpose }: FileRow) => ({ name, type, size: Number(size), sha256, purpose })

const dropAttachments = async (context: FileContext, ids: readonly string[]): Promise<void> => {
  const { kernel, store } = context
  if (ids.length === 0) return
  const dropped = await kernel.transaction(async (trx) => {
    const files = await store.dropAttachments(trx, ids)
    for (const file of files)
      await kernel.journal.write(trx, theSystem(kernel.clock.now()), {
        module: 'files',
        action: 'delete',
        object: 'file',
        objectId: file.id,
        before: told(file),
      })
    return files
  })
  for (const sha256 of new Set(dropped.map((file) => file.sha256))) await dropSoon(context, sha256)
}

/** Null where its contents are gone, which is told to the log. */
const present = async ({ kernel, contents }: FileContext, file: FileRow): Promise<OpenFile | null> => {
  const { id } = file
  const path = contents.pathOf(file.sha256)
  const size = Number(file.size)
  const missing = await stat(path).then((found) => (found.size === size ? null : `it has ${found.size} bytes`), String)
  if (missing !== null) {
    kernel.log.error({ id, sha256: file.sha256, missing }, 'the contents of a file are missing')
    return null
  }
  // Told where it ends, it ends with its last byte, and not with one more look at the disk.
  const stream = (range: ByteRange = { start: 0, end: size - 1 }): ReadStream => createReadStream(path, range)
  return { id, name: file.name, type: file.type, size, sha256: file.sha256, path, stream }
}

const openFile = async (context: FileContext, file: FileRow): Promise<OpenFile> => {
  const found = await present(context, file)
  if (!found) throw new Refusal('notFound', { what })
  return found
}

const open = async (context: FileContext, id: string, caller: Caller): Promise<OpenFile> => {
  const file = /^[0-9a-f]{32}$/.test(id) ? await context.store.find(id) : null
  if (!file || !(await mayRead(context, file, caller))) throw new Refusal('notFound', { what })
  return openFile(context, file)
}

/**
 * That a record may name a file as its picture: one that was uploaded and that whoever names it may open. What a device sent is no
 * picture of another record: whoever sees that record would be let into a file that is not his.
 */
const requirePicture = async (context: FileContext, id: string, caller: Caller, field: string, label: Text): Promise<void> => {
  const file = await context.store.find(id)
  const isPicture = file?.purpose === 'attachment' && file.type.startsWith('image/')
  if (!isPicture || !(await mayRead(context, file, caller))) throw new Refusal('notFound', { what: label }, { field })
}

/** The same picture, drawn small. */
const openThumbnail = async (context: FileContext, id: string, caller: Caller): Promise<OpenFile> => {
  const file = await open(context, id, caller)
  const { path, size } = await context.thumbnail(file, caller.userId)
  const stream = (range: ByteRange = { start: 0, end: size - 1 }): ReadStream => createReadStream(path, range)
  return {
    ...file,
    type: 'image/jpeg',
    name: `${file.name.replace(/\.\w+$/, '')}.jpg`,
    size,
    sha256: `${file.sha256}-s`,
    path,
    stream,
  }
}

const openEvidence = async (context: FileContext, id: string): Promise<OpenFile | null> => {
  const file = await context.store.findEvidence(id)
  return file && present(context, file)
}

/** Its row stays locked meanwhile, so that its contents are named by one row or the other all the time. */
const keepAsEvidence = async (context: FileContext, trx: Trx, id: string, { caller }: Asked): Promise<KeptFile> => {
  const { store } = context
  const file = await store.lock(trx, id)
  if (!file || !(await mayRead(context, file, caller))) throw new Refusal('notFound', { what })
  const { name, type, size, sha256 } = await openFile(context, file)
  const kept = randomBytes(16).toString('hex')
  await store.insert(trx, {
    id: kept,
    name,
    type,
    size: String(size),
    sha256,
    purpose: 'evidence',
    owner_id: caller.userId,
    dept_id: null,
  })
  return { id: kept, name, type, size, sha256 }
}

const remove = async (context: FileContext, id: string, asked: Asked): Promise<null> => {
  const { kernel, store } = context
  const { caller } = asked
  const { sha256 } = await kernel.transaction(async (trx) => {
    const file = await store.lock(trx, id)
    // What a device sent goes with its record alone.
    const allowed = file !== null && file.purpose !== 'capture' && (isOwner(file, caller) || caller.administrator)
    if (!file || !(allowed || (await mayRead(context, file, caller)))) throw new Refusal('notFound', { what })
    if (!allowed) throw new Refusal('forbidden', { needs: { zh: '限上传者和管理员', en: 'its owner or an administrator' } })
    await store.markDeleted(trx, id, caller.userId)
    await kernel.journal.write(trx, asked, {
      module: 'files',
      action: 'delete',
      object: 'file',
      objectId: id,
      before: told(file),
    })
    return file
  })
  await dropSoon(context, sha256)
  return null
}

/** Removes files of imports and exports after so many days, and what broken-off uploads and crashes left behind. */
const keepHouse = async (context: FileContext, days: number): Promise<void> => {
  const { kernel, store, contents } = context
  const before = new Date(kernel.clock.now() - days * day)
  for (;;) if ((await expire(context, before)) === 0) break
  await contents.sweepIncoming(kernel.clock.now() - incomingFor)
  await contents.sweepThumbnails()
  for await (const placed of contents.placed()) {
    const named = await store.named(placed)
    for (const sha256 of placed) if (!named.has(sha256)) await dropUnnamed(context, sha256)
  }
}

export type FileService = ReturnType<typeof createFileService>

export const createFileService = (kernel: FileContext['kernel'], store: FileStore, contents: FileContents) => {
  const openers: CaptureOpener[] = []
  const context: FileContext = { kernel, store, contents, openers, thumbnail: createThumbnails(contents) }
  return {
    upload: (body: BodyOf<FileCalls['uploadFile']>, asked: Asked) => upload(context, body, asked),
    /**
     * Keeps what `write` puts at the path it is given, for who asked; nothing where it throws. `NotReady` for a disk that is low.
     * @public
     */
    create: (file: NewFile, asked: Asked, write: (path: string) => Promise<void>) => create(context, file, asked, write),
    /** Throws `notFound` for a file that is not there, or not for the caller. */
    open: (id: string, caller: Caller) => open(context, id, caller),
    /** Throws `notFound` for what is no uploaded picture that the caller may open. */
    requirePicture: (id: string, caller: Caller, field: string, label: Text) => requirePicture(context, id, caller, field, label),
    /** The same of a picture drawn small, as JPEG; throws `fileRejected` for what cannot be drawn. */
    openThumbnail: (id: string, caller: Caller) => openThumbnail(context, id, caller),
    /**
     * Keeps a picture that a device sent; its id. `NotReady` for a disk that is low.
     * @public
     */
    capture: (picture: Capture, deptId: string | null) => capture(context, picture, deptId),
    /**
     * Removes captures whose records are gone; what was kept of them as evidence stays.
     * @public
     */
    dropCaptures: (ids: readonly string[]) => drop(context, 'capture', ids),
    /** Removes what `keepAsEvidence` kept for records whose time is over. */
    dropEvidence: (ids: readonly string[]) => drop(context, 'evidence', ids),
    /** Removes attachments whose time is over, whoever brought them; what was kept of them as evidence stays. */
    dropAttachments: (ids: readonly string[]) => dropAttachments(context, ids),
    /**
     * Whoever has records with captures says whom they are for.
     * @public
     */
    onCapture: (opens: CaptureOpener): void => void openers.push(opens),
    /** Keeps the contents of a file that the caller may read, whatever becomes of the file; whoever asks says who reads them. */
    keepAsEvidence: (trx: Trx, id: string, asked: Asked) => keepAsEvidence(context, trx, id, asked),
    /** By the id that `keepAsEvidence` gave; null where the contents are gone. */
    openEvidence: (id: string) => openEvidence(context, id),
    remove: (id: string, asked: Asked) => remove(context, id, asked),
    keepHouse: (days: number) => keepHouse(context, days),
  }
}
