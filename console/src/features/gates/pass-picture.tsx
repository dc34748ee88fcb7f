import { thumbnailUrl } from '@vigil/contract/files/entities.ts'
import { useState } from 'react'
import { useTexts } from '../../shared/i18n/texts.ts'
import { pictureUrl } from '../../shared/spec/field-display.tsx'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import styles from './gates.module.css'
import type { GateAccess } from './records.ts'
import { gateTexts } from './texts.ts'

interface PassPictureProps {
  readonly record: Pick<GateAccess, 'snapUrl' | 'personName' | 'passTime'>
  readonly size: 'row' | 'desk' | 'drawer'
}

/** Who passed, as the gate saw him; a click shows it large. */
export const PassPicture = ({ record: { snapUrl, personName, passTime }, size }: PassPictureProps) => {
  const t = useTexts(gateTexts)
  const [large, setLarge] = useState(false)
  if (snapUrl === '')
    return size === 'drawer' ? (
      <p className="note">{t('noPicture')}</p>
    ) : (
      <span className={styles['picture']} data-size={size} title={t('noPicture')}>
        <Icon name="user" size={size === 'row' ? 18 : 22} />
      </span>
    )
  return (
    <>
      <button
        type="button"
        className={styles['picture']}
        data-size={size}
        aria-label={t('enlarge')}
        onClick={(event) => {
          event.stopPropagation()
          setLarge(true)
        }}
      >
        <img src={size === 'drawer' ? pictureUrl(snapUrl) : thumbnailUrl(snapUrl)} alt={t('picture')} loading="lazy" />
      </button>
      {large && (
        <DragDialog
          open
          resizable
          width={720}
          height={560}
          title={[personName || t('unknownPerson'), passTime].filter(Boolean).join(' · ')}
          onClose={() => setLarge(false)}
        >
          <img className={styles['large']} src={pictureUrl(snapUrl)} alt={t('picture')} />
        </DragDialog>
      )}
    </>
  )
}
