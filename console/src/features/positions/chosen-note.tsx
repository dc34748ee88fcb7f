import { Button } from 'antd'
import { Link } from 'react-router'
import { useTexts } from '../../shared/i18n/texts.ts'
import type { MapChoice } from '../../shared/map/map-layer.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import styles from './positions.module.css'
import { positionTexts } from './texts.ts'

interface ChosenNoteProps {
  readonly choice: MapChoice
  readonly onClose: () => void
}

const OpenLink = ({ screen, id }: { readonly screen: NonNullable<MapChoice['screen']>; readonly id: string }) => {
  const t = useTexts(positionTexts)
  const may = useCan(screen)
  return may && <Link to={addressOf(screen, { id })}>{t('open')}</Link>
}

/** What is known of a thing on the map that stands still, and the way to its record. */
export const ChosenNote = ({ choice: { id, title, detail, screen }, onClose }: ChosenNoteProps) => {
  const t = useTexts(positionTexts)
  return (
    <section className={`${styles['panel']} ${styles['chosenNote']}`} aria-label={title}>
      <b className="ellipsis">{title}</b>
      <span className="ellipsis grow soft">{detail}</span>
      {screen && <OpenLink screen={screen} id={id} />}
      <Button type="text" aria-label={t('close')} onClick={onClose} icon={<Icon name="close" />} />
    </section>
  )
}
