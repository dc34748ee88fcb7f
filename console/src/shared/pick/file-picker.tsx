import { Button, Form, Image, Progress, Upload } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { failureText } from '../api/failure.ts'
import { useTexts } from '../i18n/texts.ts'
import { useOwnDepts } from '../session/scope.ts'
import { Icon } from '../ui/icon.tsx'
import { ariaOf, useDisabled, type FieldProps } from './field.ts'
import { fileProblem, limitTexts, sizeText, type FileProblem } from './file-limits.ts'
import styles from './file-picker.module.css'
import { pickTexts, type PickTranslate } from './texts.ts'
import { fileAddress, upload, type UploadedFile } from './upload.ts'

interface FilePickerProps extends FieldProps<string, readonly [file: UploadedFile | null]> {
  /** A picture is shown small; file unless said. */
  readonly kind?: 'picture' | 'file'
  /** Types and extensions, `image/png,.xlsx`; PNG, JPEG and WebP for pictures, everything for files unless said. */
  readonly accept?: string
  /** The department of the record that it belongs to. */
  readonly deptId?: string | null
  /** 10 MB unless said. */
  readonly mostBytes?: number
  /** The present value, as the record tells it. */
  readonly known?: Pick<UploadedFile, 'id' | 'name'> | null | undefined
}

const pictureKinds = 'image/png,image/jpeg,image/webp'
const megabytes = 1_000_000
const thumbnail = 72

interface Sending {
  readonly name: string
  /** Per cent. */
  readonly sent: number
  readonly stop: () => void
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

/**
 * A file that is uploaded as soon as it is chosen; the value is its id, '' for none. What the server has to say
 * against it stands below the field.
 */
export const FilePicker = ({
  id,
  value = '',
  onChange,
  disabled,
  placeholder,
  kind = 'file',
  accept = kind === 'picture' ? pictureKinds : '',
  mostBytes = 10 * megabytes,
  deptId = null,
  known,
  ...rest
}: FilePickerProps) => {
  const t = useTexts(pickTexts)
  const off = useDisabled(disabled)
  const { status } = Form.Item.useStatus()
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
      onChange?.(uploaded.id, uploaded)
    } catch (error) {
      if (!run.signal.aborted) setProblem(failureText(error))
    } finally {
      if (running.current === run) {
        running.current = null
        setSending(null)
      }
    }
  }
  const remove = (): void => {
    setProblem(null)
    onChange?.('', null)
  }
  const name = met?.id === value ? met.name : known?.id === value ? known.name : t('storedFile')
  const limits = limitTexts(accept, mostBytes)
  const hint = placeholder ?? (limits.kinds === '' ? t('fileLimit', limits) : t('fileLimits', limits))
  return (
    <div {...ariaOf(rest)} role="group" className={styles['file']} data-kind={kind}>
      {kind === 'picture' && (
        <span className={styles['thumbnail']}>
          {value === '' ? (
            <Icon name="upload" size={22} />
          ) : (
            <Image
              src={fileAddress(value)}
              alt={name}
              width={thumbnail}
              height={thumbnail}
              preview={{ cover: <Icon name="eye" /> }}
            />
          )}
        </span>
      )}
      <div className={styles['words']}>
        {sending ? (
          <div className={styles['sending']}>
            <span className={styles['name']} title={sending.name}>
              {sending.name}
            </span>
            <Progress percent={sending.sent} size="small" status="active" aria-label={t('uploading')} />
            <Button size="small" onClick={sending.stop}>
              {t('cancel')}
            </Button>
          </div>
        ) : (
          <>
            {value !== '' && (
              <a className={styles['name']} href={fileAddress(value)} download={name} title={name}>
                {name} {met?.id === value && <small>{sizeText(met.size)}</small>}
              </a>
            )}
            <div className={styles['buttons']}>
              <Upload
                id={id}
                accept={accept}
                showUploadList={false}
                disabled={off}
                beforeUpload={(file) => {
                  void send(file)
                  return false
                }}
              >
                <Button disabled={off} icon={<Icon name="upload" size={16} />} danger={status === 'error'}>
                  {t(value !== '' ? 'replaceFile' : kind === 'picture' ? 'uploadPicture' : 'uploadFile')}
                </Button>
              </Upload>
              {value === '' ? (
                <span className="quiet">{hint}</span>
              ) : (
                <Button type="text" disabled={off} onClick={remove}>
                  {t('removeFile')}
                </Button>
              )}
            </div>
          </>
        )}
        {problem !== null && (
          <div className={styles['problem']} role="alert">
            {problem}
          </div>
        )}
      </div>
    </div>
  )
}
