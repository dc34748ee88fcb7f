import type { DataOf } from '@vigil/contract/kernel/call.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { Button, Table, Tag, type TableColumnsType } from 'antd'
import { useCall, useCallMutation } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { ErrorState } from '../../shared/ui/states.tsx'
import { useMobile } from '../../shared/ui/use-media.ts'
import { browserOf } from './browser-of.ts'
import { shellTexts } from './texts.ts'
import styles from './sessions-dialog.module.css'

type OwnSession = DataOf<typeof sessionCalls.listOwnSessions>[number]

interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** Where the user is signed in; each session but this one can be ended. */
export const SessionsDialog = ({ open, onClose }: DialogProps) => {
  const t = useTexts(shellTexts)
  const mobile = useMobile()
  const sessions = useCall(sessionCalls.listOwnSessions, undefined, { enabled: open })
  const end = useCallMutation(sessionCalls.endOwnSession, { invalidates: [sessionCalls.listOwnSessions] })
  const columns: TableColumnsType<OwnSession> = [
    {
      title: t('sessionDevice'),
      dataIndex: 'userAgent',
      render: (agent: string, { current, wall }) => (
        <span title={agent}>
          {browserOf(agent) ?? t('unknownDevice')} {current && <Tag className={styles['present'] ?? ''}>{t('thisSession')}</Tag>}
          {wall && <Tag>{t('wallSession')}</Tag>}
        </span>
      ),
    },
    ...(mobile
      ? []
      : [
          { title: t('sessionIp'), dataIndex: 'ip', width: 140 },
          { title: t('sessionStart'), dataIndex: 'createdAt', width: 176 },
        ]),
    { title: t('sessionSeen'), dataIndex: 'lastSeenAt', width: 176 },
    {
      key: 'end',
      width: 88,
      align: 'right',
      render: (_value: unknown, { id, current }) =>
        !current && (
          <Button
            type="link"
            danger
            size="small"
            loading={end.isPending && end.variables.id === id}
            onClick={() => end.mutate({ id }, { onSuccess: () => notify.success(t('sessionEnded')) })}
          >
            {t('endSession')}
          </Button>
        ),
    },
  ]
  return (
    <DragDialog open={open} onClose={onClose} title={t('ownSessions')} width={860} height={420} resizable>
      {sessions.error ? (
        <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} retrying={sessions.isFetching} />
      ) : (
        <Table<OwnSession>
          rowKey="id"
          columns={columns}
          dataSource={sessions.data ?? []}
          loading={sessions.isPending}
          pagination={false}
          {...(mobile ? {} : { scroll: { x: 760 } })}
        />
      )}
    </DragDialog>
  )
}
