import type { NowInside } from '@vigil/contract/gates/inside.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import styles from './gates.module.css'
import { gateTexts } from './texts.ts'

const parts = ['people', 'visitors', 'vehicles', 'mismatches'] as const

/** How many are inside, and how much of it does not fit; dashes until that is known. */
export const Counts = ({ inside }: { readonly inside: NowInside | undefined }) => {
  const t = useTexts(gateTexts)
  return (
    <dl className={styles['counts']} aria-label={t('inside')}>
      {parts.map((part) => (
        <div key={part} data-odd={part === 'mismatches' && (inside?.mismatches ?? 0) > 0}>
          <dt>{t(part)}</dt>
          <dd>{inside?.[part] ?? '—'}</dd>
        </div>
      ))}
    </dl>
  )
}
