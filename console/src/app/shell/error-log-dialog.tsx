import { Button, Table, type TableColumnsType } from 'antd'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useErrorLog, type LoggedError } from '../../shared/error-log/error-log.ts'
import { formatLocalTime } from '../../shared/time/format.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { useMobile } from '../../shared/ui/use-media.ts'
import { shellTexts } from './texts.ts'
import styles from './error-log-dialog.module.css'

interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** What went wrong in this console since it was opened: message, location and stack. */
export const ErrorLogDialog = ({ open, onClose }: DialogProps) => {
  const t = useTexts(shellTexts)
  const mobile = useMobile()
  const { errors, clear } = useErrorLog()
  const columns: TableColumnsType<LoggedError> = [
    { title: t('errorTime'), dataIndex: 'at', width: mobile ? 104 : 176, render: (at: number) => formatLocalTime(at) },
    { title: t('errorMessage'), dataIndex: 'message' },
    ...(mobile
      ? []
      : [
          { title: t('errorLocation'), dataIndex: 'location', width: 240 },
          { title: t('errorPage'), dataIndex: 'page', width: 160 },
        ]),
  ]
  return (
    <DragDialog
      open={open}
      onClose={onClose}
      title={
        <span>
          {t('errorLog')} · {t('errorCount', { count: errors.length })}
        </span>
      }
      width={960}
      height={520}
      resizable
      footer={
        <>
          <Button
            onClick={() => {
              clear()
              onClose()
            }}
          >
            {t('clear')}
          </Button>
          <Button type="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <Table<LoggedError>
        rowKey="id"
        size="small"
        columns={columns}
        dataSource={[...errors]}
        pagination={false}
        tableLayout="fixed"
        {...(mobile ? {} : { scroll: { x: 760 } })}
        expandable={{
          columnTitle: '',
          expandedRowRender: ({ stack, location, page }) => (
            <pre className={styles['stack']}>{[...(mobile ? [location, page] : []), stack || t('noStack')].join('\n')}</pre>
          ),
        }}
      />
    </DragDialog>
  )
}
