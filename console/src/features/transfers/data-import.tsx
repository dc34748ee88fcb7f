import { paged } from '@vigil/contract/kernel/client.ts'
import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import { transferKind, transferState, type Transfer } from '@vigil/contract/transfers/entities.ts'
import { Button, Pagination, Select, Tag } from 'antd'
import { useState } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { fileAddress } from '../../shared/pick/upload.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Row } from '../../shared/ui/layout.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import { cancelTransfer, useFollowed } from './follow.ts'
import { openExport, openImport } from './orders.ts'
import { detailOf, isRunning } from './progress.ts'
import { TemplateButton } from './template-button.tsx'
import { transferTexts } from './texts.ts'
import styles from './transfers.module.css'
import { capitalised, useNounWord, useSheetNouns } from './words.ts'

/** 数据导入: every kind of record that comes from sheets, and what came and went so far. */
export const DataImport = () => (
  <div className={styles['screen']}>
    <Nouns />
    <History />
  </div>
)

const Nouns = () => {
  const t = useTexts(transferTexts)
  const { language } = useLanguage()
  const { data, error, refetch, isFetching } = useSheetNouns()
  return (
    <Panel title={t('importable')}>
      {error && !data && <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />}
      {data?.length === 0 && <EmptyState icon="tray" title={t('nothingImportable')} hint={t('nothingImportableHint')} />}
      <ul className={styles['nouns']} aria-busy={!data}>
        {[...(data ?? [])]
          .sort((a, b) => Number(b.imports) - Number(a.imports))
          .map(({ name, words, imports }) => (
            <li key={name}>
              <b>{capitalised(words[language])}</b>
              {!imports && <span className="quiet">{t('readOnly')}</span>}
              <div className={styles['nounActions']}>
                {imports && (
                  <>
                    <Button onClick={() => openImport(name)}>{t('import')}</Button>
                    <TemplateButton brief noun={name} onProblem={(problem) => problem !== null && notify.error(problem)} />
                  </>
                )}
                <ExportAll noun={name} />
              </div>
            </li>
          ))}
      </ul>
    </Panel>
  )
}

const ExportAll = ({ noun }: { readonly noun: string }) => {
  const t = useTexts(transferTexts)
  return (
    <Button
      type="text"
      aria-label={t('exportAll')}
      title={t('exportAll')}
      onClick={() => openExport({ noun, filter: {}, columns: [], selectedIds: [], total: null })}
    >
      {t('export')}
    </Button>
  )
}

const pageSize = 15
/** Milliseconds between two fetches while something runs. */
const whileRunning = 2_000

const History = () => {
  const t = useTexts(transferTexts)
  const { language } = useLanguage()
  const wordOf = useNounWord()
  const { data: nouns } = useSheetNouns()
  const [page, setPage] = useState(1)
  const [kind, setKind] = useState<Transfer['kind'] | undefined>()
  const [noun, setNoun] = useState<string | undefined>()
  const followed = useFollowed()
  const [runs, setRuns] = useState(false)
  const answer = useCall(
    transferCalls.listTransferAll,
    { pageNum: page, pageSize, ...(kind === undefined ? {} : { kind }), ...(noun === undefined ? {} : { noun }) },
    { keepPrevious: true, ...(runs ? { refetchEvery: whileRunning } : {}) },
  )
  const known = answer.data && paged(answer.data)
  // What this page follows by itself is fresher than the list.
  const list = known?.list.map((transfer) => followed[transfer.id] ?? transfer)
  const running = known?.list.some(isRunning) === true || Object.values(followed).some(isRunning)
  if (running !== runs) setRuns(running)
  return (
    <Panel
      title={t('history')}
      padded={false}
      extra={
        <Button
          type="text"
          icon={<Icon name="refresh" size={16} />}
          aria-label={t('refresh')}
          title={t('refresh')}
          loading={answer.isFetching && !runs}
          onClick={() => void answer.refetch()}
        />
      }
    >
      <div className={styles['filters']}>
        <Select
          allowClear
          aria-label={t('kind')}
          placeholder={t('allKinds')}
          value={kind ?? null}
          popupMatchSelectWidth={false}
          options={[...transferKind.options(language)]}
          onChange={(chosen: Transfer['kind'] | null | undefined) => {
            setPage(1)
            setKind(chosen ?? undefined)
          }}
        />
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={t('data')}
          placeholder={t('allData')}
          value={noun ?? null}
          popupMatchSelectWidth={false}
          options={(nouns ?? []).map(({ name, words }) => ({ value: name, label: capitalised(words[language]) }))}
          onChange={(chosen: string | null | undefined) => {
            setPage(1)
            setNoun(chosen ?? undefined)
          }}
        />
      </div>
      {answer.error && !known && (
        <ErrorState error={answer.error} retrying={answer.isFetching} onRetry={() => void answer.refetch()} />
      )}
      {list?.length === 0 && (
        <EmptyState
          icon="tray"
          title={t(kind === undefined && noun === undefined ? 'noHistory' : 'noHistoryHere')}
          hint={t('noHistoryHint')}
        />
      )}
      {list && list.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without a row that has buttons, keys could not scroll it
        <div className={styles['historyTable']} role="group" aria-label={t('history')} tabIndex={0}>
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">{t('when')}</th>
                <th scope="col">{t('kind')}</th>
                <th scope="col">{t('data')}</th>
                <th scope="col">{t('state')}</th>
                <th scope="col">{t('outcome')}</th>
                <th scope="col">{t('file')}</th>
                <th scope="col">{t('who')}</th>
                <th scope="col">{t('actions')}</th>
              </tr>
            </thead>
            <tbody>
              {list.map((transfer) => (
                <HistoryRow key={transfer.id} transfer={transfer} word={capitalised(wordOf(transfer.noun))} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {known && known.total > 0 && (
        <Row className="wrap soft" gap="8px 24px" justify="space-between" pad="12px 16px">
          <span>{t('total', { n: known.total.toLocaleString('en-US') })}</span>
          <Pagination
            current={page}
            pageSize={pageSize}
            total={known.total}
            showSizeChanger={false}
            onChange={(chosen) => setPage(chosen)}
          />
        </Row>
      )}
    </Panel>
  )
}

const colours = { waiting: 'default', running: 'processing', done: 'success', failed: 'error', cancelled: 'default' } as const

const HistoryRow = ({ transfer, word }: { readonly transfer: Transfer; readonly word: string }) => {
  const t = useTexts(transferTexts)
  const { language } = useLanguage()
  const { id, kind, state, startedAt, fileName, userName, fileId, reportId } = transfer
  return (
    <tr>
      <td className={styles['time']}>{startedAt}</td>
      <td>{transferKind.name(kind, language)}</td>
      <td>{word}</td>
      <td>
        <Tag color={colours[state]}>{transferState.name(state, language)}</Tag>
      </td>
      <td className={styles['reason']}>{detailOf(transfer, t)}</td>
      <td className={styles['reason']}>{fileName}</td>
      <td>{userName}</td>
      <td>
        <span className={styles['rowActions']}>
          {fileId !== null && (
            <a href={fileAddress(fileId)} download={fileName}>
              {t('download')}
            </a>
          )}
          {reportId !== null && (
            <a href={fileAddress(reportId)} download>
              {t('wrongRows')}
            </a>
          )}
          {isRunning(transfer) && (
            <button type="button" onClick={() => cancelTransfer(id)}>
              {t('cancel')}
            </button>
          )}
        </span>
      </td>
    </tr>
  )
}
