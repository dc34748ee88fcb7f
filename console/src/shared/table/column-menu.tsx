import { Button, Checkbox, Popover, Segmented } from 'antd'
import { useState } from 'react'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import type { Column } from '../spec/columns.ts'
import { listTexts } from '../spec/texts.ts'
import { IconButton } from '../ui/bare-buttons.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './column-menu.module.css'
import { densities, isShown, noSettings, ordered, withMoved, withShown, type ColumnSettings } from './column-settings.ts'

interface ColumnMenuProps {
  readonly columns: readonly Column[]
  readonly settings: ColumnSettings
  readonly onChange: (settings: ColumnSettings) => void
}

/** Which columns a list shows, in which order, and how high its rows are. */
export const ColumnMenu = ({ columns, settings, onChange }: ColumnMenuProps) => {
  const t = useTexts(listTexts)
  const shown = columns.filter((column) => isShown(column, settings)).length
  return (
    <Popover trigger="click" placement="bottomRight" content={<Menu columns={columns} settings={settings} onChange={onChange} />}>
      <Button
        icon={<Icon name="columns" size={16} />}
        aria-haspopup="dialog"
        aria-label={t('columnsOf', { n: shown, m: columns.length })}
      >
        <span className={styles['wideOnly']}>{t('columnsOf', { n: shown, m: columns.length })}</span>
      </Button>
    </Popover>
  )
}

const Menu = ({ columns, settings, onChange }: ColumnMenuProps) => {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const [dragged, setDragged] = useState<string | null>(null)
  const list = ordered(columns, settings)
  const move = (name: string, to: string | undefined): void => {
    if (to !== undefined) onChange(withMoved(settings, columns, name, to))
  }
  return (
    <div className={styles['menu']}>
      <div className={styles['menuHead']}>
        <span>{t('density')}</span>
        <Segmented
          size="small"
          value={settings.density}
          options={densities.map((value) => ({ value, label: t(value) }))}
          onChange={(density) => onChange({ ...settings, density })}
        />
      </div>
      <ul>
        {list.map((column, index) => {
          const { name } = column
          const label = column.label[language]
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is for the mouse, keys have buttons
            <li
              key={name}
              draggable={index > 0}
              data-dragged={dragged === name}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                setDragged(name)
              }}
              onDragEnter={() => {
                if (dragged !== null && dragged !== name) move(dragged, name)
              }}
              onDragOver={(event) => event.preventDefault()}
              onDragEnd={() => setDragged(null)}
            >
              <Checkbox
                checked={index === 0 || isShown(column, settings)}
                disabled={index === 0}
                onChange={({ target }) => onChange(withShown(settings, column, target.checked))}
              >
                {label}
              </Checkbox>
              {index > 0 && (
                <span className={styles['order']} title={t('dragColumn')}>
                  <IconButton
                    small
                    disabled={index === 1}
                    label={t('moveUp', { name: label })}
                    onClick={() => move(name, list[index - 1]?.name)}
                  >
                    <Icon name="up" size={14} />
                  </IconButton>
                  <IconButton
                    small
                    disabled={index === list.length - 1}
                    label={t('moveDown', { name: label })}
                    onClick={() => move(name, list[index + 1]?.name)}
                  >
                    <Icon name="down" size={14} />
                  </IconButton>
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <Button type="link" onClick={() => onChange(noSettings)}>
        {t('resetColumns')}
      </Button>
    </div>
  )
}
