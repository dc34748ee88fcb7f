import { siteCalls } from '@vigil/contract/site/calls.ts'
import type { Basemap } from '@vigil/contract/site/entities.ts'
import { Alert, Button, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useCall, useCallMutation } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { useCanForSite } from '../../shared/session/scope.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import { InlineRow } from '../../shared/ui/layout.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { PlainTable } from '../../shared/ui/plain-table.tsx'
import { ErrorState } from '../../shared/ui/states.tsx'
import { countKinds, kindNames, readBasemap } from './basemap-file.ts'
import styles from './site-screen.module.css'
import { siteTexts } from './site-texts.ts'

/** Megabytes that a call may carry. */
const most = 8
const mostProblems = 12
const width = 520

interface Chosen {
  readonly file: string
  readonly basemap: Basemap
}
interface Rejected {
  readonly file: string
  readonly problems: readonly string[]
}

const saveAs = (basemap: Basemap): void => {
  const address = URL.createObjectURL(new Blob([JSON.stringify(basemap)], { type: 'application/geo+json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'basemap.geojson'
  link.click()
  URL.revokeObjectURL(address)
}

/** 底图: what the map is drawn from, out and in. */
export const BasemapPanel = () => {
  const t = useTexts(siteTexts)
  const { language } = useLanguage()
  const mayEdit = useCanForSite('siteMgmt:edit')
  const { data, error, isFetching, refetch } = useCall(siteCalls.getBasemap, undefined)
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [rejected, setRejected] = useState<Rejected | null>(null)
  const take = async (file: File): Promise<void> => {
    setRejected(null)
    const read = file.size > most * 1024 * 1024 ? { problems: [t('tooBig', { most })] } : readBasemap(await file.text(), language)
    if ('basemap' in read) setChosen({ file: file.name, basemap: read.basemap })
    else setRejected({ file: file.name, problems: read.problems })
  }
  return (
    <Panel
      title={t('basemap')}
      extra={data && (data.features.length > 0 ? t('features', { n: data.features.length }) : t('noFeatures'))}
    >
      <p className={styles['quiet']}>{t('basemapHint')}</p>
      {!data &&
        (error ? (
          <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 2 }} />
        ))}
      {data && data.features.length > 0 && (
        <ul className={styles['kinds']}>
          {countKinds(data).map(({ kind, count }) => (
            <li key={kind}>
              {kindNames[kind][language]} <b>{count}</b>
            </li>
          ))}
        </ul>
      )}
      <InlineRow className="wrap" gap={8} align="normal">
        <Button
          icon={<Icon name="download" size={16} />}
          disabled={!data || data.features.length === 0}
          onClick={() => data && saveAs(data)}
        >
          {t('download')}
        </Button>
        {mayEdit && (
          <Button icon={<Icon name="upload" size={16} />} onClick={() => input.current?.click()}>
            {t('choose')}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept=".geojson,.json,application/geo+json,application/json"
          aria-label={t('choose')}
          onChange={({ target }) => {
            const file = target.files?.[0]
            // The same file can be chosen again once it was put right.
            target.value = ''
            if (file) void take(file)
          }}
        />
      </InlineRow>
      {rejected && (
        <Alert
          type="error"
          showIcon
          closable={{ onClose: () => setRejected(null) }}
          title={t('problems', { file: rejected.file, n: rejected.problems.length })}
          description={
            <ul className={styles['problems']}>
              {rejected.problems.slice(0, mostProblems).map((problem, index) => (
                <li key={index}>{problem}</li>
              ))}
              {rejected.problems.length > mostProblems && (
                <li>{t('moreProblems', { n: rejected.problems.length - mostProblems })}</li>
              )}
            </ul>
          }
        />
      )}
      {chosen && data && <Replacing chosen={chosen} present={data} onClose={() => setChosen(null)} />}
    </Panel>
  )
}

interface ReplacingProps {
  readonly chosen: Chosen
  readonly present: Basemap
  readonly onClose: () => void
}

/** Kind by kind what there is and what there will be, before everybody's maps change. */
const Replacing = ({ chosen: { file, basemap }, present, onClose }: ReplacingProps) => {
  const t = useTexts(siteTexts)
  const { language } = useLanguage()
  const [refusal, setRefusal] = useState<string | null>(null)
  const save = useCallMutation(siteCalls.saveBasemap, { invalidates: [siteCalls.getBasemap], showsRefusal: true })
  const [old, fresh] = [countKinds(present), countKinds(basemap)]
  const countIn = (counts: typeof old, kind: string): number => counts.find((one) => one.kind === kind)?.count ?? 0
  const kinds = [...new Set([...fresh, ...old].map(({ kind }) => kind))]
  const replace = async (): Promise<void> => {
    setRefusal(null)
    try {
      await save.mutateAsync(basemap)
      notify.success(t('replaced'))
      onClose()
    } catch (error) {
      setRefusal(failureText(error))
    }
  }
  return (
    <DragDialog
      open
      onClose={onClose}
      title={t('replaceTitle')}
      width={width}
      footer={
        <>
          <Button data-first onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="primary" loading={save.isPending} onClick={() => void replace()}>
            {t('replace')}
          </Button>
        </>
      }
    >
      <p className={styles['question']}>
        {t('replaceQuestion', { file, n: basemap.features.length, old: present.features.length })}
      </p>
      <PlainTable className={styles['counts']}>
        <thead>
          <tr>
            <th scope="col">{t('kind')}</th>
            <th scope="col">{t('now')}</th>
            <th scope="col">{t('afterwards')}</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <tr key={kind}>
              <td>{kindNames[kind][language]}</td>
              <td>{countIn(old, kind)}</td>
              <td>{countIn(fresh, kind)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      {refusal !== null && <Alert type="error" showIcon title={refusal} />}
    </DragDialog>
  )
}
