import { Dropdown } from 'antd'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import type { RowAction } from '../spec/definitions.ts'
import { listTexts } from '../spec/texts.ts'
import { InlineRow } from '../ui/layout.tsx'

/** More than these stand under 更多. */
const most = 3

/** What can be done with one row, as words; one click each. */
export const RowActions = ({ actions }: { readonly actions: readonly RowAction[] }) => {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const shown = actions.length > most ? actions.slice(0, most - 1) : actions
  const more = actions.slice(shown.length)
  return (
    <InlineRow as="span" gap={14}>
      {shown.map(({ label, danger, run }) => (
        <button key={label.en} type="button" className="link" tabIndex={-1} data-danger={danger ?? false} onClick={run}>
          {label[language]}
        </button>
      ))}
      {more.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: more.map(({ label, danger, run }) => ({
              key: label.en,
              label: label[language],
              danger: danger ?? false,
              onClick: run,
            })),
          }}
        >
          <button type="button" className="link" tabIndex={-1}>
            {t('more')}
          </button>
        </Dropdown>
      )}
    </InlineRow>
  )
}
