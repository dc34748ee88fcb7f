import { useEffect, useRef, useState } from 'react'
import { failureText } from '../api/failure.ts'
import { useTexts } from '../i18n/texts.ts'
import { useOwnDepts } from '../session/scope.ts'
import { fileProblem, type FileProblem } from './file-limits.ts'
import { pickTexts, type PickTranslate } from './texts.ts'
import { upload, type UploadedFile } from './upload.ts'

/** A file that is on its way. */
export interface Sending {
  readonly name: string
  /** Per cent. */
  readonly sent: number
  readonly stop: () => void
}

interface FileUploadOptions {
  readonly accept: string
  readonly mostBytes: number
  /** The department of the record that it belongs to. */
  readonly deptId: string | null
}

const problemText = (problem: FileProblem, t: PickTranslate): string => {
  switch (problem.kind) {
    case 'empty':
      return t('fileEmpty')
    case 'tooLarge':
      return t('fileTooLarge', problem)
    case 'wrongType':
      return t('fileWrongType', problem)
  }
}

/** Sends one file at a time: the newest stops the one before, and none goes on when its field has gone. */
export const useFileUpload = ({ accept, mostBytes, deptId }: FileUploadOptions, onUploaded: (file: UploadedFile) => void) => {
  const t = useTexts(pickTexts)
  const [sending, setSending] = useState<Sending | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [met, setMet] = useState<UploadedFile | null>(null)
  const running = useRef<AbortController | null>(null)
  const limited = useOwnDepts() !== null
  useEffect(() => () => running.current?.abort(), [])

  const send = async (file: File): Promise<void> => {
    running.current?.abort()
    const wrong = fileProblem(file, accept, mostBytes)
    setProblem(wrong && problemText(wrong, t))
    if (wrong) return
    const run = new AbortController()
    running.current = run
    const show = (part: number): void => setSending({ name: file.name, sent: Math.round(part * 100), stop: () => run.abort() })
    show(0)
    try {
      const uploaded = await upload(file, (part) => running.current === run && show(part), run.signal, {
        // For everybody, of who may bring something for everybody.
        deptId: limited ? deptId : null,
      })
      if (running.current !== run) return
      setMet(uploaded)
      onUploaded(uploaded)
    } catch (error) {
      if (!run.signal.aborted) setProblem(failureText(error))
    } finally {
      if (running.current === run) {
        running.current = null
        setSending(null)
      }
    }
  }
  return {
    sending,
    /** Against the file that was chosen last. */
    problem,
    /** That was sent last: its name and size are known without asking. */
    met,
    send,
    clearProblem: (): void => setProblem(null),
  }
}
