import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import { existingRows, importMode, type Transfer } from '@vigil/contract/transfers/entities.ts'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../shared/api/client.ts'
import { failureText } from '../../shared/api/failure.ts'
import { invalidate } from '../../shared/api/queries.ts'
import type { UploadedFile } from '../../shared/pick/upload.ts'
import { cancelTransfer, follow, useFollowed } from './follow.ts'
import { isRunning } from './progress.ts'
import { useNounWord } from './words.ts'

export type Existing = (typeof existingRows.codes)[number]
export type Mode = (typeof importMode.codes)[number]

/** In the order in which an import goes through them. */
export const importSteps = ['file', 'check', 'import', 'result'] as const
export type ImportStep = (typeof importSteps)[number]

const stepOf = (file: UploadedFile | null, run: Transfer | undefined): ImportStep =>
  run ? (isRunning(run) ? 'import' : 'result') : file ? 'check' : 'file'

/** An import of a noun from a sheet, from the choice of the file to what came of it. */
export const useImport = (noun: string) => {
  const word = useNounWord()(noun)
  const [file, setFile] = useState<UploadedFile | null>(null)
  const [existing, setExisting] = useState<Existing>('update')
  const [mode, setMode] = useState<Mode>('partial')
  const [problem, setProblem] = useState<string | null>(null)
  const [starting, setStarting] = useState(false)
  const [importId, setImportId] = useState<string | null>(null)
  const { preview, check, forget } = usePreview(noun, word, setProblem)
  const run = useFollowed((followed) => (importId === null ? undefined : followed[importId]))
  const ready = preview?.state === 'done'

  const start = async (): Promise<void> => {
    if (!file || starting) return
    setProblem(null)
    setStarting(true)
    try {
      const transfer = await client.ask(transferCalls.startImport, { noun, fileId: file.id, existing, mode })
      follow(transfer, word)
      setImportId(transfer.id)
      invalidate(transferCalls.listTransferAll)
    } catch (error) {
      setProblem(failureText(error))
    } finally {
      setStarting(false)
    }
  }
  return {
    noun,
    word,
    file,
    existing,
    mode,
    problem,
    starting,
    preview,
    run,
    step: stepOf(file, run),
    /** That would be written; 0 before it is known. */
    rows: ready ? preview.created + preview.updated : 0,
    /** Wrong rows keep all others out. */
    blocked: ready && mode === 'all' && preview.wrong > 0,
    setMode,
    setProblem,
    take: (uploaded: UploadedFile): void => {
      setFile(uploaded)
      void check(uploaded.id, existing)
    },
    setExisting: (chosen: Existing): void => {
      setExisting(chosen)
      if (file) void check(file.id, chosen)
    },
    checkAgain: (): void => {
      if (file) void check(file.id, existing)
    },
    start,
    /** Back to the choice of a file. */
    restart: (): void => {
      forget()
      setFile(null)
      setImportId(null)
      setProblem(null)
    },
  }
}
export type ImportState = ReturnType<typeof useImport>

/** The check of a file: the newest alone counts, one that nobody waits for any more is cancelled. */
const usePreview = (noun: string, word: string, onProblem: (problem: string | null) => void) => {
  const [id, setId] = useState<string | null>(null)
  const preview = useFollowed((followed) => (id === null ? undefined : followed[id]))
  const latest = useRef<{ round: number; id: string | null }>({ round: 0, id: null })
  const stop = (): void => {
    const { current } = latest
    current.round += 1
    const running = current.id === null ? undefined : useFollowed.getState()[current.id]
    if (running && isRunning(running)) cancelTransfer(running.id)
    current.id = null
  }
  useEffect(() => stop, [])
  return {
    preview,
    forget: (): void => {
      stop()
      setId(null)
    },
    check: async (fileId: string, existing: Existing): Promise<void> => {
      stop()
      setId(null)
      onProblem(null)
      const { round } = latest.current
      try {
        const transfer = await client.ask(transferCalls.previewImport, { noun, fileId, existing })
        if (latest.current.round !== round) {
          cancelTransfer(transfer.id)
          return
        }
        latest.current.id = transfer.id
        follow(transfer, word, false)
        setId(transfer.id)
      } catch (error) {
        if (latest.current.round === round) onProblem(failureText(error))
      }
    },
  }
}
