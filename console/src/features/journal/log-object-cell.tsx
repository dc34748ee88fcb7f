import type { LogRow } from '@vigil/contract/journal/entities.ts'
import { doorOfLog, logObjectDetail, logObjectName } from '@vigil/contract/journal/log-object.ts'
import { useContext } from 'react'
import { Link } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { BuiltScreens } from '../../shared/screens/built-screens.ts'
import { WithinReach } from '../../shared/ui/within-reach.ts'
import styles from './journal.module.css'

/** What a row tells of: its kind and what people called it then; a link to the record while it is there. */
export const LogObjectCell = ({ row }: { readonly row: LogRow }) => {
  const { language } = useLanguage()
  const within = useContext(WithinReach)
  const built = useContext(BuiltScreens)
  const kind = logObjectName(row.object, language)
  const detail = logObjectDetail(row, language)
  const door = row.objectOpens ? doorOfLog(row.object) : null
  if (detail === '') return <span title={kind}>{kind}</span>
  return (
    <span title={`${kind} ${detail}`}>
      <span className={styles['kind']}>{kind} </span>
      {door !== null && built.has(door.screen) ? (
        <Link to={addressOf(door.screen, { [door.by]: row.objectId })} tabIndex={within ? 0 : -1}>
          {detail}
        </Link>
      ) : (
        detail
      )}
    </span>
  )
}
