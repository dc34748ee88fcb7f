import { Modal } from 'antd'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { can } from '../../shared/session/session.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { wallPath } from '../../shared/wall/at-wall.ts'
import { openWall } from '../wall/open-wall.ts'
import { find, type Found } from './find.ts'
import { searchProviders } from './providers.ts'
import { searchTexts } from './texts.ts'
import { typedAhead } from './typed-ahead.ts'
import styles from './search-dialog.module.css'

/** Milliseconds of rest before what was typed is looked up. */
const rest = 120

interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** Ctrl+K: finds screens, people and things; arrows choose, Enter opens. */
export const SearchDialog = ({ open, onClose }: DialogProps) => {
  const t = useTexts(searchTexts)
  return (
    <Modal
      open={open}
      onCancel={onClose}
      title={t('search')}
      closable={false}
      footer={null}
      destroyOnHidden
      width={640}
      style={{ top: 96 }}
      styles={{
        container: { padding: 0, overflow: 'hidden', borderRadius: 8, boxShadow: 'var(--v-shadow-dialog)' },
        // Only heard: the field says it to the eye.
        header: { display: 'none' },
        mask: { background: 'transparent' },
      }}
    >
      <Search onClose={onClose} />
    </Modal>
  )
}

const useFound = (query: string): readonly Found[] | null => {
  const { language } = useLanguage()
  const [found, setFound] = useState<readonly Found[] | null>(null)
  useEffect(() => {
    if (!query) {
      setFound(null)
      return
    }
    const outdated = new AbortController()
    const look = async (): Promise<void> => {
      const allowed = searchProviders.filter(({ permission }) => !permission || can(permission))
      const all = await find(allowed, query, language, outdated.signal)
      if (!outdated.signal.aborted) setFound(all)
    }
    const timer = setTimeout(() => void look(), rest)
    return () => {
      clearTimeout(timer)
      outdated.abort()
    }
  }, [query, language])
  return found
}

const Search = ({ onClose }: Pick<DialogProps, 'onClose'>) => {
  const t = useTexts(searchTexts)
  const { language } = useLanguage()
  const navigate = useNavigate()
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const chosenElement = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const query = typed.trim()
  const found = useFound(query)
  const hits = (found ?? []).flatMap((group) => group.hits)
  const at = Math.min(chosen, Math.max(0, hits.length - 1))
  const optionId = (index: number): string => `${listId}-${index}`

  useEffect(() => {
    field.current?.focus()
    setTyped((now) => now + typedAhead.take())
  }, [])
  useEffect(() => chosenElement.current?.scrollIntoView({ block: 'nearest' }), [at])

  const go = (address: string): void => {
    onClose()
    if (address === wallPath) openWall()
    else void navigate(address)
  }
  const pressed = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && hits.length > 0) {
      event.preventDefault()
      setChosen((at + step + hits.length) % hits.length)
    }
    const hit = hits[at]
    if (event.key === 'Enter' && hit) go(hit.address)
  }

  return (
    <>
      <div className={styles['field']}>
        <Icon name="search" />
        <input
          ref={field}
          className={styles['input']}
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls={listId}
          aria-activedescendant={hits.length > 0 ? optionId(at) : undefined}
          aria-label={t('search')}
          placeholder={t('about')}
          value={typed}
          onKeyDown={pressed}
          onChange={({ target }) => {
            setTyped(target.value)
            setChosen(0)
          }}
        />
      </div>
      {found && found.length === 0 && (
        <div className={styles['results']} role="status">
          <div className={styles['nothing']}>{t('nothing', { query })}</div>
        </div>
      )}
      {found && found.length > 0 && (
        <div className={styles['results']} id={listId} role="listbox" aria-label={t('results')}>
          {found.map(({ provider, hits: own, failure }) => (
            <div key={provider.name} role="group" aria-label={provider.title[language]}>
              <div className={styles['group']}>
                {failure === null ? provider.title[language] : t('failed', { what: provider.title[language], reason: failure })}
              </div>
              {own.map((hit) => {
                const on = hit === hits[at]
                return (
                  <div
                    key={hit.key}
                    id={optionId(hits.indexOf(hit))}
                    ref={on ? chosenElement : null}
                    role="option"
                    aria-selected={on}
                    className={`${styles['hit']} ${on ? styles['chosen'] : ''}`}
                    onMouseMove={() => setChosen(hits.indexOf(hit))}
                    onClick={() => go(hit.address)}
                  >
                    <Icon name={hit.icon} />
                    <span className={styles['name']}>{hit.title}</span>
                    <span className="quiet">{hit.detail}</span>
                  </div>
                )
              })}
            </div>
          ))}
        </div>
      )}
      <div className={styles['foot']}>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {t('move')}
        </span>
        <span>
          <kbd>Enter</kbd> {t('open')}
        </span>
        <span>
          <kbd>Esc</kbd> {t('close')}
        </span>
      </div>
    </>
  )
}
