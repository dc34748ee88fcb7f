import {
  sendingReason,
  sendingState,
  type BroadcastReceipt,
  type BroadcastSending,
  type SendingState,
} from '@vigil/contract/broadcasts/sending.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { Row, Stack } from '../../shared/ui/layout.tsx'
import { PlainTable } from '../../shared/ui/plain-table.tsx'
import { broadcastTexts } from './texts.ts'

const { played, failed, offline } = sendingState.code
const looks: Partial<Readonly<Record<SendingState, string>>> = { [played]: 'good', [failed]: 'bad', [offline]: 'quiet' }

const Receipt = ({ receipt: { label, deviceId, state, reason, time } }: { readonly receipt: BroadcastReceipt }) => {
  const { language } = useLanguage()
  const said = [sendingState.name(state, language), ...(reason === '' ? [] : [sendingReason.name(reason, language)])]
  return (
    <tr>
      <td title={deviceId}>{label}</td>
      <td className={looks[state] ?? ''}>{said.join(' · ')}</td>
      <td>{time.slice(11)}</td>
    </tr>
  )
}

/** What became of a broadcast at each helmet; how many of each state, then one by one. */
export const Receipts = ({ sending: { receipts } }: { readonly sending: BroadcastSending }) => {
  const t = useTexts(broadcastTexts)
  const { language } = useLanguage()
  const counts = sendingState.codes
    .map((state) => [state, receipts.filter((one) => one.state === state).length] as const)
    .filter(([, count]) => count > 0)
  return (
    <Stack gap={8}>
      <Row gap={12} role="status" style={{ flexWrap: 'wrap' }}>
        {counts.map(([state, count]) => (
          <span key={state} className={looks[state] ?? ''}>
            {`${sendingState.name(state, language)} ${count}`}
          </span>
        ))}
      </Row>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without a row that has buttons, keys could not scroll it */}
      <div tabIndex={0} role="group" aria-label={t('receipts')} style={{ overflow: 'auto', maxHeight: 280 }}>
        <PlainTable>
          <thead>
            <tr>
              <th>{t('helmet')}</th>
              <th>{t('state')}</th>
              <th>{t('at')}</th>
            </tr>
          </thead>
          <tbody>
            {receipts.map((receipt) => (
              <Receipt key={receipt.deviceId} receipt={receipt} />
            ))}
          </tbody>
        </PlainTable>
      </div>
    </Stack>
  )
}
