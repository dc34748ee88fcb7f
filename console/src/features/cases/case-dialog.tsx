import { caseCalls } from '@vigil/contract/cases/calls.ts'
import { longest } from '@vigil/contract/cases/entities.ts'
import { evidenceCase, type EvidenceCase } from '@vigil/contract/cases/evidence-case.ts'
import { CallRefused } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { Button, Input } from 'antd'
import { useState, type ReactNode } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useCallMutation } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { FilePicker } from '../../shared/pick/file-picker.tsx'
import { listTexts } from '../../shared/spec/texts.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { Row, Stack } from '../../shared/ui/layout.tsx'
import { QuestionDialog } from '../../shared/ui/question-dialog.tsx'
import { caseTexts } from './texts.ts'
import styles from './case-record.module.css'

export type CaseAct = 'edit' | 'note' | 'file'

interface DialogProps {
  readonly present: EvidenceCase
  readonly onClose: () => void
}

const shown = [caseCalls.getZdCaseById, caseCalls.listZdCaseByDeptId]
const mostBytes = 20_000_000

/** What is done with a case where that needs words or a file. */
export const CaseDialog = ({ act, ...rest }: DialogProps & { readonly act: CaseAct }) =>
  act === 'edit' ? <Edit {...rest} /> : <Add {...rest} act={act} />

interface FrameProps {
  readonly title: string
  /** What its case is called. */
  readonly name: string
  /** Something was typed or chosen that closing would lose. */
  readonly typed: boolean
  readonly problem: string | null
  readonly isPending: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

const Frame = ({ title, name, typed, problem, isPending, onSubmit, onClose, children }: FrameProps) => {
  const t = useTexts(caseTexts)
  const [asks, setAsks] = useState(false)
  const leave = (): void => (typed ? setAsks(true) : onClose())
  return (
    <>
      <DragDialog
        open
        width={460}
        onClose={leave}
        title={title}
        footer={
          <Row gap={10} justify="flex-end">
            <Button autoInsertSpace={false} onClick={leave}>
              {t('cancel')}
            </Button>
            <Button type="primary" autoInsertSpace={false} loading={isPending} onClick={onSubmit}>
              {t('ok')}
            </Button>
          </Row>
        }
      >
        <Stack gap={10}>
          {problem !== null && (
            <div className="bad" role="alert">
              {problem}
            </div>
          )}
          {children}
        </Stack>
      </DragDialog>
      {/* Beside the dialog: within it the key that answers the question would close both. */}
      <LeaveQuestion open={asks} name={name} onStay={() => setAsks(false)} onLeave={onClose} />
    </>
  )
}

interface LeaveQuestionProps {
  readonly open: boolean
  readonly name: string
  readonly onStay: () => void
  readonly onLeave: () => void
}

const LeaveQuestion = ({ open, name, onStay, onLeave }: LeaveQuestionProps) => {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  return (
    <QuestionDialog
      open={open}
      title={t('leaveTitle')}
      question={t('leaveText', { what: evidenceCase.word[language], name })}
      onClose={onStay}
      footer={
        <>
          <Button onClick={onStay}>{t('stay')}</Button>
          <Button danger onClick={onLeave}>
            {t('leave')}
          </Button>
        </>
      }
    />
  )
}

const Field = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <label className={styles['field']}>
    <span>{label}</span>
    {children}
  </label>
)

/** The case as it stands where somebody was quicker; null where it was refused for another reason. */
const quickerOne = (refused: unknown): EvidenceCase | null => {
  if (!(refused instanceof CallRefused) || refused.code !== codes.conflict.code) return null
  const read = evidenceCase.record.safeParse(refused.data)
  return read.success ? read.data : null
}

/** What somebody else wrote meanwhile, in one line. */
const Theirs = ({ label, value }: { readonly label: string; readonly value: string }) => {
  const said = `${label}${value}`
  return (
    <div className="ellipsis soft" title={said}>
      {said}
    </div>
  )
}

const Edit = ({ present, onClose }: DialogProps) => {
  const t = useTexts(caseTexts)
  const [title, setTitle] = useState(present.title)
  const [note, setNote] = useState(present.note)
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useCallMutation(caseCalls.saveZdCase, { invalidates: shown, showsRefusal: true })
  // As it stood when it was opened: who was quicker is not written over.
  const [opened] = useState(present)
  const [theirs, setTheirs] = useState<EvidenceCase | null>(null)
  const { id, version, status } = theirs ?? opened
  const submit = (): void => {
    if (title.trim() === '') {
      setProblem(t('titleNeeded'))
      return
    }
    mutate(
      { id, version, title, note, status },
      {
        onSuccess: () => {
          notify.success(t('saved'))
          onClose()
        },
        onError: (refused) => {
          setProblem(t('notDone', { reason: failureText(refused) }))
          const quicker = quickerOne(refused)
          // He has been told: what he saves next is of the case as it stands now.
          if (quicker) setTheirs(quicker)
        },
      },
    )
  }
  return (
    <Frame
      title={t('editTitle')}
      name={opened.title}
      typed={title !== opened.title || note !== opened.note}
      problem={problem}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('title')}>
        <Input value={title} maxLength={longest.title} onChange={({ target }) => setTitle(target.value)} />
      </Field>
      {theirs && <Theirs label={t('titleNow')} value={theirs.title} />}
      <Field label={t('note')}>
        <Input.TextArea
          value={note}
          maxLength={longest.note}
          autoSize={{ minRows: 3, maxRows: 10 }}
          onChange={({ target }) => setNote(target.value)}
        />
      </Field>
      {theirs && <Theirs label={t('noteNow')} value={theirs.note || t('noNote')} />}
    </Frame>
  )
}

const Add = ({ present: { id, deptId, title }, act, onClose }: DialogProps & { readonly act: 'note' | 'file' }) => {
  const t = useTexts(caseTexts)
  const [text, setText] = useState('')
  const [fileId, setFileId] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useCallMutation(caseCalls.addZdCaseItem, { invalidates: shown, showsRefusal: true })
  const submit = (): void => {
    const lacks = act === 'note' ? text.trim() === '' && t('textNeeded') : fileId === '' && t('fileNeeded')
    if (lacks) {
      setProblem(lacks)
      return
    }
    mutate(act === 'note' ? { id, text } : { id, fileId }, {
      onSuccess: () => {
        notify.success(t('addedSaid'))
        onClose()
      },
      onError: (refused) => setProblem(t('notDone', { reason: failureText(refused) })),
    })
  }
  return (
    <Frame
      title={t('addTitle')}
      name={title}
      typed={text.trim() !== '' || fileId !== ''}
      problem={problem}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {act === 'note' ? (
        <Field label={t('text')}>
          <Input.TextArea
            value={text}
            maxLength={longest.text}
            autoSize={{ minRows: 4, maxRows: 12 }}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
      ) : (
        <div className={styles['field']}>
          <span id="case-file">{t('file')}</span>
          <FilePicker
            aria-labelledby="case-file"
            value={fileId}
            accept="image/png,image/jpeg,image/webp,image/gif,application/pdf"
            mostBytes={mostBytes}
            deptId={deptId}
            onChange={setFileId}
          />
        </div>
      )}
    </Frame>
  )
}
