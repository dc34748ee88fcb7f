import type { InsideEntry, NowInside } from '@vigil/contract/gates/inside.ts'
import type { InputRef } from 'antd'
import { Button } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useDebounced } from '../../shared/pick/use-debounced.ts'
import { useCan } from '../../shared/session/session.ts'
import { Row } from '../../shared/ui/layout.tsx'
import { Card, Panel } from '../../shared/ui/panel.tsx'
import { SearchInput } from '../../shared/ui/search-input.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import { Counts } from './counts.tsx'
import { DeskPasses } from './desk-passes.tsx'
import { DeskVisits } from './desk-visits.tsx'
import styles from './desk.module.css'
import { Odd, useKindWords } from './entry-words.tsx'
import { foundBy, ordered } from './inside.ts'
import { ListsBehind } from './lists-behind.tsx'
import { OpenGate } from './open-gate.tsx'
import { SpeakAtGate } from './speak-at-gate.tsx'
import { gateTexts } from './texts.ts'
import { useInside } from './use-inside.ts'
import { GateChoice, useSteps } from './visit-steps.tsx'

/** 门岗值守: all that a guard needs at one look: who is inside, who passed, who is expected. */
export const Desk = () => {
  const t = useTexts(gateTexts)
  const takesSteps = useSteps()
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  const { data } = useInside()
  const field = useRef<InputRef>(null)
  const found = useRef<HTMLDivElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  return (
    <div className={styles['screen']}>
      <div className={styles['desk']}>
        <Card className={styles['head']}>
          <Counts inside={data} />
          <div className={styles['find']}>
            <SearchInput
              ref={field}
              label={t('find')}
              value={typed}
              onSearch={setTyped}
              // The likeliest step of whoever was found is one more key away: this one is not to press it as well.
              onPressEnter={(event) => {
                event.preventDefault()
                found.current?.querySelector<HTMLButtonElement>('button[data-act]')?.focus()
              }}
              onKeyDown={({ key }) => {
                if (key === 'Escape') setTyped('')
              }}
            />
          </div>
          <Row gap={8}>
            {takesSteps && <GateChoice />}
            <ListsBehind />
            <SpeakAtGate />
            <OpenGate />
          </Row>
        </Card>
        <div className={styles['left']}>
          <DeskPasses />
          {data && data.mismatches > 0 && <Mismatches inside={data} keyword={keyword} />}
        </div>
        <div ref={found} className={styles['right']}>
          <DeskVisits keyword={keyword} />
        </div>
      </div>
    </div>
  )
}

interface MismatchesProps {
  readonly inside: NowInside
  readonly keyword: string
}

const Mismatches = ({ inside, keyword }: MismatchesProps) => {
  const t = useTexts(gateTexts)
  const kindOf = useKindWords()
  const [corrects, atDesk] = [useCan('personOutInMgmt:edit'), useCan('guardDeskMgmt:edit')]
  const [correcting, setCorrecting] = useState<InsideEntry | null>(null)
  const odd = useMemo(
    () => foundBy(ordered(inside.list.filter(({ mismatches }) => mismatches.length > 0)), keyword),
    [inside, keyword],
  )
  return (
    <Panel
      title={t('mismatches')}
      extra={<b className={styles['odd']}>{inside.mismatches}</b>}
      padded={false}
      reachable={!corrects && !atDesk}
      className={styles['mismatches']}
    >
      {odd.length === 0 && <p className={`note ${styles['waiting']}`}>{t('mismatchNotFound')}</p>}
      <ul className="list">
        {odd.map((entry) => (
          <li key={entry.key} className={styles['row']}>
            <div className="grow">
              <b>{entry.name || t('unknownPerson')}</b>{' '}
              <span className="quiet">{[entry.number, kindOf(entry), entry.deptName].filter(Boolean).join(' · ')}</span>
              <Odd entry={entry} />
            </div>
            {(corrects || atDesk) && entry.visitId === null && (
              <Button size="small" autoInsertSpace={false} onClick={() => setCorrecting(entry)}>
                {t('correct')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {correcting && (
        <CorrectDialog
          key={correcting.key}
          entry={correcting}
          present={inside.list.find(({ key }) => key === correcting.key) ?? null}
          onClose={() => setCorrecting(null)}
        />
      )}
    </Panel>
  )
}
