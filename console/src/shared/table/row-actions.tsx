import { Dropdown } from 'antd'
import { useContext } from 'react'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import type { RowAction } from '../spec/definitions.ts'
import { listTexts } from '../spec/texts.ts'
import { Icon } from '../ui/icon.tsx'
import { WithinReach } from '../ui/within-reach.ts'
import styles from './table.module.css'

interface RowActionsProps {
  /** What people call the record. */
  readonly title: string
  readonly actions: readonly RowAction[]
}

/** What can be done with one row, behind ⋯; what takes something away stands last. */
export const RowActions = ({ title, actions }: RowActionsProps) => {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const within = useContext(WithinReach)
  if (actions.length === 0) return null
  const label = t('moreOf', { name: title })
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: actions.map(({ label: said, danger, run }) => ({
          key: said.en,
          label: said[language],
          danger: danger ?? false,
          onClick: run,
        })),
      }}
    >
      <button
        type="button"
        className={styles['more']}
        tabIndex={within ? 0 : -1}
        aria-label={label}
        aria-haspopup="menu"
        title={label}
      >
        <Icon name="dots" />
      </button>
    </Dropdown>
  )
}
