import type { RouteName } from '@vigil/contract/menu/routes.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addressOf, type AddressQuery } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'

const grouped = new Intl.NumberFormat('en-US')

interface NumberLinkProps {
  readonly value: number
  /** The screen whose list proves the number. */
  readonly to: RouteName
  /** Null where no list proves it. */
  readonly query?: AddressQuery | null
  readonly className?: string | undefined
}

/** A counted number that opens the list that proves it; plain for users who may not open that list. */
export const NumberLink = ({ value, to, query, className = '' }: NumberLinkProps) => {
  const may = useCan(to)
  const text = grouped.format(value)
  if (!may || value === 0 || query === null) return <span className={className}>{text}</span>
  return (
    <Link className={`number ${className}`} to={addressOf(to, query)}>
      {text}
    </Link>
  )
}

interface ScreenLinkProps {
  readonly to: RouteName
  readonly children: ReactNode
}

/** A link to a screen; nothing for users who may not open it. */
export const ScreenLink = ({ to, children }: ScreenLinkProps) => (useCan(to) ? <Link to={addressOf(to)}>{children}</Link> : null)
