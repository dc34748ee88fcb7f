import { Button } from 'antd'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import type { ListSpec } from '../spec/spec.ts'
import { listTexts } from '../spec/texts.ts'
import { Icon } from '../ui/icon.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'

interface ListEmptyProps {
  readonly spec: ListSpec
  /** Something narrows the list. */
  readonly narrowed: boolean
  readonly error: Error | null
  readonly fetching: boolean
  readonly onRetry: () => void
  readonly onClear: () => void
  readonly onNew: (() => void) | null
  readonly onImport: (() => void) | null
}

/** Why no record is shown, and what to do next. */
export const ListEmpty = ({ spec, narrowed, error, fetching, onRetry, onClear, onNew, onImport }: ListEmptyProps) => {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { noun, options } = spec
  const what = noun.words[language]
  if (error) return <ErrorState error={error} onRetry={onRetry} retrying={fetching} />
  if (narrowed)
    return (
      <EmptyState icon="search" title={t('nothingMatches', { what })} hint={t('nothingMatchesHint')}>
        <Button onClick={onClear}>{t('clearFilters')}</Button>
      </EmptyState>
    )
  const hint = options.emptyHint?.[language] ?? t(onImport ? 'noRecordsHint' : onNew ? 'noRecordsAddHint' : 'noRecordsReadOnly')
  return (
    <EmptyState icon={options.icon ?? 'tray'} title={options.emptyTitle?.[language] ?? t('noRecords', { what })} hint={hint}>
      {onNew && (
        <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={onNew}>
          {t('newRecord', { what: noun.word[language] })}
        </Button>
      )}
      {onImport && (
        <Button icon={<Icon name="upload" size={16} />} onClick={onImport}>
          {t('import')}
        </Button>
      )}
    </EmptyState>
  )
}
