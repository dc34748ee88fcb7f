import type { Language } from '@vigil/contract/kernel/text.ts'
import { translate, type Translate } from '../../i18n/texts.ts'
import { crossing, measure, type Shape } from './shape.ts'
import { drawTexts } from './texts.ts'

type DrawTranslate = Translate<typeof drawTexts.table>

const grouped = (value: number, digits: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })

const metresText = (metres: number, t: DrawTranslate): string =>
  metres >= 1_000 ? t('kilometres', { n: grouped(metres / 1_000, 2) }) : t('metres', { n: grouped(metres, metres < 100 ? 1 : 0) })

const hectare = 10_000
/** So many square metres in words: from a hectare on in hectares. */
export const areaText = (area: number, language: Language): string => {
  const t = translate(drawTexts, language)
  return area >= hectare
    ? t('hectares', { n: grouped(area / hectare, area < 10 * hectare ? 2 : 1) })
    : t('squareMetres', { n: grouped(area, area < 100 ? 1 : 0) })
}

/** How large a shape is, in its own terms; nothing while it is not complete. */
export const sizeTexts = (shape: Shape, language: Language): string[] => {
  const measured = measure(shape)
  if (!measured) return []
  const t = translate(drawTexts, language)
  const area = t('areaIs', { n: areaText(measured.area, language) })
  if (shape.shape === 'circle') return [t('radiusShort', { n: metresText(shape.radius ?? 0, t) }), area]
  const around = t('aroundIs', { n: metresText(measured.around, t) })
  // What lies inside of crossing sides is a matter of opinion.
  if (shape.shape === 'polygon') return crossing(shape.points) ? [around] : [around, area]
  return [
    t('lengthIs', { n: metresText(measured.length, t) }),
    t('widthShort', { n: metresText((shape.halfWidth ?? 0) * 2, t) }),
    area,
  ]
}
