import { Button, Form, Image, Progress, Upload } from 'antd'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts.ts'
import { Icon } from '../ui/icon.tsx'
import { ariaOf, useDisabled, type FieldProps } from './field.ts'
import { limitTexts, sizeText } from './file-limits.ts'
import styles from './file-picker.module.css'
import { pickTexts } from './texts.ts'
import { fileAddress, type UploadedFile } from './upload.ts'
import { useFileUpload, type Sending } from './use-file-upload.ts'

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
  const { sending, problem, met, send, clearProblem } = useFileUpload({ accept, mostBytes, deptId }, (file) =>
    onChange?.(file.id, file),
  )
  const remove = (): void => {
    clearProblem()
    onChange?.('', null)
  }
  const name = met?.id === value ? met.name : known?.id === value ? known.name : t('storedFile')
  const limits = limitTexts(accept, mostBytes)
  const hint = placeholder ?? (limits.kinds === '' ? t('fileLimit', limits) : t('fileLimits', limits))
  return (
    <div {...ariaOf(rest)} role="group" className={styles['file']} data-kind={kind}>
      {kind === 'picture' && <Thumbnail value={value} name={name} />}
      <div className={styles['words']}>
        {sending ? (
          <SendingLine sending={sending} />
        ) : (
          <>
            {value !== '' && (
              <a className={styles['name']} href={fileAddress(value)} download={name} title={name}>
                {name} {met?.id === value && <small>{sizeText(met.size)}</small>}
              </a>
            )}
            <div className={styles['buttons']}>
              <UploadButton id={id} accept={accept} disabled={off} onFile={(file) => void send(file)}>
                {t(value !== '' ? 'replaceFile' : kind === 'picture' ? 'uploadPicture' : 'uploadFile')}
              </UploadButton>
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

const Thumbnail = ({ value, name }: { readonly value: string; readonly name: string }) => (
  <span className={styles['thumbnail']}>
    {value === '' ? (
      <Icon name="upload" size={22} />
    ) : (
      <Image src={fileAddress(value)} alt={name} width={thumbnail} height={thumbnail} preview={{ cover: <Icon name="eye" /> }} />
    )}
  </span>
)

const SendingLine = ({ sending: { name, sent, stop } }: { readonly sending: Sending }) => {
  const t = useTexts(pickTexts)
  return (
    <div className={styles['sending']}>
      <span className={styles['name']} title={name}>
        {name}
      </span>
      <Progress percent={sent} size="small" status="active" aria-label={t('uploading')} />
      <Button size="small" onClick={stop}>
        {t('cancel')}
      </Button>
    </div>
  )
}

interface UploadButtonProps {
  readonly id: string | undefined
  readonly accept: string
  readonly disabled: boolean
  readonly onFile: (file: File) => void
  readonly children: ReactNode
}

const UploadButton = ({ id, accept, disabled, onFile, children }: UploadButtonProps) => {
  const { status } = Form.Item.useStatus()
  return (
    <Upload
      id={id}
      accept={accept}
      showUploadList={false}
      disabled={disabled}
      beforeUpload={(file) => {
        onFile(file)
        return false
      }}
    >
      <Button disabled={disabled} icon={<Icon name="upload" size={16} />} danger={status === 'error'}>
        {children}
      </Button>
    </Upload>
  )
}
