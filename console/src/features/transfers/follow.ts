import { CallRefused } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import type { Transfer } from '@vigil/contract/transfers/entities.ts'
import { create } from 'zustand'
import { client } from '../../shared/api/client.ts'
import { invalidateAll } from '../../shared/api/queries.ts'
import { translate } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { session } from '../../shared/session/session.ts'
import { storedJson } from '../../shared/storage.ts'
import { putTask, updateTask } from '../../shared/tasks/tasks.ts'
import { download } from './download.ts'
import { isRunning, taskOf } from './progress.ts'
import { transferTexts } from './texts.ts'

/** Milliseconds between two questions while something runs, and after one that got no answer. */
const every = 700
const afterFailure = 5_000

/** Exports, imports and previews that this page began, as they were last heard of. */
export const useFollowed = create<Readonly<Record<string, Transfer>>>(() => ({}))

interface Job {
  readonly id: string
  /** What people call the noun. */
  readonly what: string
  /** It stands in the task tray; a preview belongs to its dialog alone. */
  readonly inTray: boolean
}
const jobs = new Map<string, Job>()
let timer: ReturnType<typeof setTimeout> | null = null

type Kept = readonly Pick<Job, 'id' | 'what'>[]
const isKept = (value: unknown): value is Kept =>
  Array.isArray(value) &&
  value.every(
    (one: unknown) =>
      typeof one === 'object' &&
      one !== null &&
      'id' in one &&
      typeof one.id === 'string' &&
      'what' in one &&
      typeof one.what === 'string',
  )
/** What ran when the page was loaded anew is found again by it. */
const kept = storedJson<Kept>('session', 'transfers', isKept)
const keep = (): void => {
  const running = [...jobs.values()].filter(({ inTray }) => inTray).map(({ id, what }) => ({ id, what }))
  kept.write(running.length > 0 ? running : null)
}

const taskId = (id: string): string => `transfer:${id}`
const words = translate(transferTexts)

/** Asks the server to stop one; what it then says comes with the next question. */
export const cancelTransfer = (id: string): void => {
  // One that has come to its end meanwhile needs no cancelling.
  client.ask(transferCalls.cancelTransferById, { id }).catch((error: unknown) => {
    if (error instanceof CallRefused && error.code !== codes.notFound.code) notify.error(error.message)
  })
}

const show = ({ id, what, inTray }: Job, transfer: Transfer): void => {
  useFollowed.setState({ [id]: transfer })
  if (!inTray) return
  const task = taskOf(transfer, what, words)
  putTask({ id: taskId(id), ...task, ...(isRunning(transfer) ? { cancel: () => cancelTransfer(id) } : {}) })
}

const end = (job: Job, transfer: Transfer): void => {
  const { kind, state, fileId, fileName } = transfer
  if (kind === 'preview') return
  const { title, detail } = taskOf(transfer, job.what, words)
  if (state === 'failed') notify.error(`${title}：${detail}`)
  if (kind === 'export' && state === 'done' && fileId !== null) download(fileId, fileName)
  if (kind !== 'import') return
  if (state === 'done') notify.success(`${title}：${detail}`)
  // An import may change what any list shows: its own records, and the names by which others mean them.
  invalidateAll()
}

const hear = (job: Job, transfer: Transfer): void => {
  if (!isRunning(transfer)) jobs.delete(job.id)
  show(job, transfer)
  if (!isRunning(transfer)) {
    keep()
    end(job, transfer)
  }
}

/** Milliseconds until the next question. */
const ask = async (job: Job): Promise<number> => {
  try {
    hear(job, await client.ask(transferCalls.getTransferById, { id: job.id }))
    return every
  } catch (error) {
    if (!(error instanceof CallRefused)) return afterFailure
    jobs.delete(job.id)
    keep()
    updateTask(taskId(job.id), { state: 'failed', detail: words('lost'), cancel: undefined })
    return every
  }
}

const askAll = async (): Promise<void> => {
  const waits = await Promise.all([...jobs.values()].map(ask))
  timer = null
  if (session.token() === null) jobs.clear()
  if (jobs.size > 0) next(Math.max(every, ...waits))
}
function next(wait: number): void {
  timer ??= setTimeout(() => void askAll(), wait)
}

/** Follows an export or import to its end, whatever screen is open. */
export const follow = (transfer: Transfer, what: string, inTray = true): void => {
  const job = { id: transfer.id, what, inTray }
  jobs.set(job.id, job)
  keep()
  hear(job, transfer)
  if (jobs.size > 0) next(every)
}

/** Follows what ran before the page was loaded anew; what is not there any more is forgotten. */
export const resume = async (): Promise<void> => {
  for (const { id, what } of kept.read() ?? []) {
    if (jobs.has(id)) continue
    const { data } = await client.send(transferCalls.getTransferById, { id })
    if (data) follow(data, what)
  }
  keep()
}
