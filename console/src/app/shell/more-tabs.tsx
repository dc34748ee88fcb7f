import { Popover } from 'antd'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { pageAt } from '../routes/pages.ts'
import { useTabActions } from './tab-actions.ts'
import type { VisitedView } from './tabs.ts'
import { shellTexts } from './texts.ts'
import styles from './tabs-bar.module.css'

/** Pixels of the button. */
export const moreTabsWidth = 56

/** The tabs that have no room in the bar: how many, and their names behind it. */
export const MoreTabs = ({ views }: { readonly views: readonly VisitedView[] }) => {
  const t = useTexts(shellTexts)
  const { language } = useLanguage()
  const actions = useTabActions()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  }
  const about = t('moreTabs', { count: views.length })
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      // What still comes in takes no focus.
      afterOpenChange={(stands) => {
        if (stands) list.current?.querySelector('a')?.focus()
      }}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      // Beside the button, so that the next key leads into it.
      getPopupContainer={(trigger) => trigger.parentElement ?? trigger}
      content={
        <div role="presentation" onKeyDown={onKeyDown}>
          <ul ref={list} className={styles['others']} aria-label={about}>
            {views.map(({ path, address, title }) => {
              const name = (pageAt(path)?.title ?? title)[language]
              return (
                <li key={path} className={styles['other']}>
                  <Link to={address} className={styles['name']} onClick={() => setOpen(false)}>
                    {name}
                  </Link>
                  <button
                    type="button"
                    className={styles['close']}
                    aria-label={t('closeNamed', { title: name })}
                    onClick={() => {
                      actions.close(path)
                      close()
                    }}
                  >
                    <Icon name="close" size={14} />
                  </button>
                </li>
              )
            })}
          </ul>
        </div>
      }
    >
      <button
        ref={button}
        type="button"
        className={styles['more']}
        style={{ width: moreTabsWidth }}
        aria-label={about}
        title={about}
        aria-expanded={open}
      >
        {views.length}
        <Icon name="down" size={14} />
      </button>
    </Popover>
  )
}
