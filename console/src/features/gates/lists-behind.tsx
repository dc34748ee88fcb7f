import { gateControlCalls } from '@vigil/contract/gatecontrol/calls.ts'
import { Button, Popover } from 'antd'
import { useCall } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { controlTexts } from './control-texts.ts'
import { useListWords } from './gate-lists.tsx'
import styles from './gates.module.css'

/** Which gates do not list the plates yet that the site says; nothing while all are in step. */
export const ListsBehind = () => {
  const t = useTexts(controlTexts)
  const wordsOf = useListWords()
  const { data: states } = useCall(gateControlCalls.listGateListState, undefined)
  const behind = (states ?? []).filter(({ waiting, since }) => waiting > 0 || since !== null)
  if (behind.length === 0) return null
  return (
    <Popover
      trigger="click"
      content={
        <ul className={`list ${styles['behind']}`}>
          {behind.map((state) => (
            <li key={state.gateId}>
              <b>{state.gateName}</b> <span className="quiet">{wordsOf(state).join(' · ')}</span>
            </li>
          ))}
        </ul>
      }
    >
      <Button danger type="text" autoInsertSpace={false}>
        {t('listsBehind')} <b>{behind.length}</b>
      </Button>
    </Popover>
  )
}
