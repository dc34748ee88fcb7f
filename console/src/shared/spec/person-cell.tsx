import { useContext } from 'react'
import { Link } from 'react-router'
import { addressOf } from '../routes/address.ts'
import { useCan } from '../session/session.ts'
import { WithinReach } from '../ui/within-reach.ts'
import { TextCell } from './field-display.tsx'

interface PersonCellProps {
  /** Of the person; null for nobody. */
  readonly id: unknown
  readonly name: string
}

/** Somebody's name; who may see the people comes by it to that person's record. */
export const PersonCell = ({ id, name }: PersonCellProps) => {
  const mayLook = useCan('userMgmt')
  const within = useContext(WithinReach)
  if (typeof id !== 'string' || id === '' || !mayLook) return <TextCell text={name} />
  return (
    <Link className="number" to={addressOf('userMgmt', { id })} title={name} tabIndex={within ? 0 : -1}>
      {name}
    </Link>
  )
}
