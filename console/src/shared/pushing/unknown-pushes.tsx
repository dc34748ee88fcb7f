import { pushingCalls } from '@vigil/contract/pushing/calls.ts'
import { unknownPushReason, type pushWay } from '@vigil/contract/pushing/entities.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import type { DataOf } from '@vigil/contract/kernel/call.ts'
import type { CodeOf } from '@vigil/contract/kernel/enumeration.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall, useCallMutation } from '../api/queries.ts'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { notify } from '../notices/notices.ts'
import { newRecord } from '../routes/list-address.ts'
import type { ListContext } from '../spec/definitions.ts'
import { DragDialog } from '../ui/drag-dialog.tsx'
import { Row } from '../ui/layout.tsx'
import { NoticeChip } from '../ui/notice-chip.tsx'
import { PlainTable } from '../ui/plain-table.tsx'
import { adopting } from './adopting.ts'
import styles from './pushing.module.css'
import { pushTexts } from './texts.ts'

const askEvery = 30_000
const width = 820

type Way = CodeOf<typeof pushWay>
type UnknownPush =
  DataOf<typeof pushingCalls.listUnknownPushAll> extends infer D ? (D extends readonly (infer One)[] ? One : never) : never

/** Devices that push one kind of thing and are not let in; nothing while there are none. */
export const unknownPushesOf = (way: Way) => {
  const UnknownPushes = ({ mayEdit, open }: ListContext) => {
    const t = useTexts(pushTexts)
    const [shown, setShown] = useState(false)
    const { data } = useCall(pushingCalls.listUnknownPushAll, undefined, { refetchEvery: askEvery })
    const waiting = data ? whole(data).filter((one) => one.way === way) : []
    if (!shown && (waiting.length === 0 || !mayEdit)) return null
    return (
      <>
        <NoticeChip
          kind="info"
          text={t('unknownChip', { n: waiting.length })}
          title={t('unknownLead', { n: waiting.length })}
          onClick={() => setShown(true)}
        />
        <DragDialog
          open={shown}
          onClose={() => setShown(false)}
          title={t('unknownTitle')}
          width={width}
          resizable
          footer={
            <Button autoInsertSpace={false} onClick={() => setShown(false)}>
              {t('close')}
            </Button>
          }
        >
          <PlainTable>
            <thead>
              <tr>
                <th>{t('address')}</th>
                <th>{t('why')}</th>
                <th>{t('lastSeen')}</th>
                <th>{t('count')}</th>
                <th>{t('said')}</th>
                <th aria-label={t('register')} />
              </tr>
            </thead>
            <tbody>
              {waiting.map((push) => (
                <Unknown
                  key={push.address}
                  push={push}
                  onRegister={() => {
                    // What is left to be filled in opens beside the list: nothing stays over it.
                    setShown(false)
                    adopting.begin(push.address)
                    open(newRecord)
                  }}
                />
              ))}
            </tbody>
          </PlainTable>
        </DragDialog>
      </>
    )
  }
  return UnknownPushes
}

interface UnknownProps {
  readonly push: UnknownPush
  readonly onRegister: () => void
}

const Unknown = ({ push: { way, address, reason, said, lastSeen, count }, onRegister }: UnknownProps) => {
  const t = useTexts(pushTexts)
  const { language } = useLanguage()
  const { mutate, isPending } = useCallMutation(pushingCalls.forgetUnknownPush, {
    invalidates: [pushingCalls.listUnknownPushAll],
  })
  return (
    <tr>
      <td>{address}</td>
      <td>{unknownPushReason.name(reason, language)}</td>
      <td>{lastSeen}</td>
      <td>{count}</td>
      <td className={styles['said']}>{said}</td>
      <td>
        <Row gap={8}>
          {reason === unknownPushReason.code.unregistered && (
            <Button
              size="small"
              type="primary"
              autoInsertSpace={false}
              aria-label={`${t('register')} ${address}`}
              onClick={onRegister}
            >
              {t('register')}
            </Button>
          )}
          <Button
            size="small"
            autoInsertSpace={false}
            loading={isPending}
            aria-label={`${t('forget')} ${address}`}
            onClick={() => mutate({ way, address }, { onSuccess: () => notify.success(t('forgotten', { address })) })}
          >
            {t('forget')}
          </Button>
        </Row>
      </td>
    </tr>
  )
}
