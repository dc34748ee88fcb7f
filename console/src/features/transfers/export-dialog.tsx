import { sheetFormat } from '@vigil/contract/transfers/entities.ts'
import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import { Alert, Button, Radio } from 'antd'
import { useId, useState } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { invalidate, useCallMutation } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { follow } from './follow.ts'
import type { ExportOrder } from './orders.ts'
import { transferTexts } from './texts.ts'
import styles from './transfers.module.css'
import { useNounWord } from './words.ts'

interface ExportDialogProps {
  readonly request: ExportOrder
  readonly onClose: () => void
}

const width = 480

/** What a selection means: those records alone, in the order of the list. */
const filterOf = ({ filter, selectedIds }: ExportOrder): Record<string, unknown> => {
  if (selectedIds.length === 0) return { ...filter }
  return { ids: selectedIds, ...('sort' in filter ? { sort: filter['sort'] } : {}) }
}

/** Asks in which form a list goes out, and begins it. */
export const ExportDialog = ({ request, onClose }: ExportDialogProps) => {
  const t = useTexts(transferTexts)
  const { language } = useLanguage()
  const wordOf = useNounWord()
  const [format, setFormat] = useState<'xlsx' | 'csv'>('xlsx')
  const [all, setAll] = useState(request.columns.length === 0)
  const [problem, setProblem] = useState<string | null>(null)
  const start = useCallMutation(transferCalls.startExport, { showsRefusal: true })
  const ids = { format: useId(), columns: useId() }
  const { noun, columns, selectedIds, total } = request
  const word = wordOf(noun)
  const selected = selectedIds.length > 0

  const begin = async (): Promise<void> => {
    setProblem(null)
    try {
      const transfer = await start.mutateAsync({ noun, filter: filterOf(request), fields: all ? [] : [...columns], format })
      follow(transfer, word)
      invalidate(transferCalls.listTransferAll)
      notify.info(t('started'))
      onClose()
    } catch (error) {
      setProblem(failureText(error))
    }
  }
  return (
    <DragDialog
      open
      onClose={onClose}
      title={t('exportOf', { what: word })}
      width={width}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="primary" data-first loading={start.isPending} onClick={() => void begin()}>
            {t('export')}
          </Button>
        </>
      }
    >
      <div className={styles['exporting']}>
        <p>
          {total !== null && (
            <>
              <b>{t(selected ? 'exportSelected' : 'exportRows', { n: total.toLocaleString('en-US') })}</b>
              <br />
            </>
          )}
          <span className="quiet">{t(total === null || selected ? 'downloadNote' : 'exportNote')}</span>
        </p>
        <div>
          <span id={ids.format}>{t('format')}</span>
          <Radio.Group
            aria-labelledby={ids.format}
            value={format}
            options={[...sheetFormat.options(language)]}
            onChange={({ target }) => setFormat(target.value as 'xlsx' | 'csv')}
          />
        </div>
        {columns.length > 0 && (
          <div>
            <span id={ids.columns}>{t('columns')}</span>
            <Radio.Group
              aria-labelledby={ids.columns}
              value={all}
              options={[
                { value: false, label: t('shownColumns', { n: columns.length }) },
                { value: true, label: t('allColumns') },
              ]}
              onChange={({ target }) => setAll(target.value as boolean)}
            />
          </div>
        )}
        {problem !== null && <Alert type="error" showIcon title={problem} />}
      </div>
    </DragDialog>
  )
}
