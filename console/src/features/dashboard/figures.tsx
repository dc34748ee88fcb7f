import type { RouteName } from '@vigil/contract/menu/routes.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addressOf, type AddressQuery } from '../../shared/routes/address.ts'
import { NumberLink } from './number-link.tsx'
import styles from './dashboard.module.css'

interface FigureProps {
  readonly label: string
  readonly value: number
  readonly to: RouteName
  /** What lists exactly those; null where no list does. */
  readonly query: AddressQuery | null
  /** It waits for somebody. */
  readonly alarming?: boolean
}

/** Numbers beside each other, what each counts below it. */
export const Figures = ({ figures }: { readonly figures: readonly FigureProps[] }) => (
  <dl className={styles['figures']}>
    {figures.map(({ label, value, to, query, alarming = false }) => (
      <div key={label}>
        <dt title={label}>{label}</dt>
        <dd className={alarming && value > 0 ? styles['alarming'] : ''}>
          <NumberLink value={value} to={to} query={query} />
        </dd>
      </div>
    ))}
  </dl>
)

interface LatestRow {
  readonly id: string
  readonly name: string
  readonly detail: ReactNode
  readonly beside: ReactNode
}

interface LatestProps {
  readonly label: string
  readonly rows: readonly LatestRow[]
  /** The screen that opens a record. */
  readonly to: RouteName
  /** What it is listed among there. */
  readonly query: AddressQuery
}

/** The latest records, as many as there is room for; each opens among those that it belongs to. */
export const Latest = ({ label, rows, to, query }: LatestProps) => (
  <ul className={styles['latest']} aria-label={label}>
    {rows.map(({ id, name, detail, beside }) => (
      <li key={id}>
        <Link to={addressOf(to, { ...query, id })}>
          <span className={`ellipsis ${styles['strong']}`} title={name}>
            {name}
          </span>
          <span className="ellipsis soft">{detail}</span>
          <span className={styles['beside']}>{beside}</span>
        </Link>
      </li>
    ))}
  </ul>
)
