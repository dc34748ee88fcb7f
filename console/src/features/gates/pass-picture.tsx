import { thumbnailUrl } from '@vigil/contract/files/entities.ts'
import { pictureLoss } from '@vigil/contract/pushing/entities.ts'
import { useState } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { pictureUrl } from '../../shared/spec/field-display.tsx'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import styles from './gates.module.css'
import type { GateAccess } from './records.ts'
import { gateTexts } from './texts.ts'

interface PassPictureProps {
  readonly record: Pick<GateAccess, 'snapUrl' | 'pictureLost' | 'personName' | 'passTime'>
  readonly size: 'row' | 'desk' | 'drawer'
}

/** Who passed, as the gate saw him; a click shows it large. */
export const PassPicture = ({ record: { snapUrl, pictureLost, personName, passTime }, size }: PassPictureProps) => {
  const t = useTexts(gateTexts)
  const { language } = useLanguage()
  const [large, setLarge] = useState(false)
  const none = pictureLost === '' ? t('noPicture') : t('pictureLost', { why: pictureLoss.name(pictureLost, language) })
  if (snapUrl === '')
    return size === 'drawer' ? (
      <p className="note">{none}</p>
    ) : (
      <span className={styles['picture']} data-size={size} title={none}>
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
