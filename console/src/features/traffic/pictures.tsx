import { thumbnailUrl } from '@vigil/contract/files/entities.ts'
import { pictureLoss } from '@vigil/contract/pushing/entities.ts'
import { useState } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { pictureUrl } from '../../shared/spec/field-display.tsx'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import type { VehiclePass } from './records.ts'
import { trafficTexts } from './texts.ts'
import styles from './pictures.module.css'

interface PicturesProps {
  readonly record: Pick<VehiclePass, 'bigImage' | 'plateImage' | 'pictureLost' | 'plateNumber'>
}

/** What the camera saw, the whole of it and its plate; each opens large. */
export const Pictures = ({ record: { bigImage, plateImage, pictureLost, plateNumber } }: PicturesProps) => {
  const t = useTexts(trafficTexts)
  const { language } = useLanguage()
  const [large, setLarge] = useState<string | null>(null)
  const pictures = [
    { file: bigImage, caption: t('bigImage') },
    { file: plateImage, caption: t('plateImage') },
  ].filter(({ file }) => file !== '')
  const lost = pictureLost === '' ? null : t('pictureLost', { why: pictureLoss.name(pictureLost, language) })
  if (pictures.length === 0) return <p className="note">{lost ?? t('noPictures')}</p>
  const captionOf = (file: string): string => pictures.find((one) => one.file === file)?.caption ?? ''
  return (
    <div className={styles['pictures']}>
      {pictures.map(({ file, caption }) => (
        <figure key={file}>
          <button type="button" aria-label={t('enlarge', { what: caption })} onClick={() => setLarge(file)}>
            <img src={thumbnailUrl(file)} alt={caption} loading="lazy" />
          </button>
          <figcaption>{caption}</figcaption>
        </figure>
      ))}
      {lost !== null && <p className="note">{lost}</p>}
      {large !== null && (
        <DragDialog
          open
          resizable
          width={960}
          height={640}
          title={`${captionOf(large)} · ${plateNumber || t('noPlate')}`}
          onClose={() => setLarge(null)}
        >
          <img className={styles['large']} src={pictureUrl(large)} alt={captionOf(large)} />
        </DragDialog>
      )}
    </div>
  )
}
