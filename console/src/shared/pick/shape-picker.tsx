import type { Point } from '@vigil/contract/hazards/entities.ts'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { crossing } from '../map/draw/shape.ts'
import { sizeTexts } from '../map/draw/sizes.ts'
import { Icon } from '../ui/icon.tsx'
import { ariaOf, useDisabled, type FieldProps } from './field.ts'
import { polygonOf } from './polygon.ts'
import { ShapeDialog } from './shape-dialog.tsx'
import styles from './shape-picker.module.css'
import { ShapePreview } from './shape-preview.tsx'
import { pickTexts } from './texts.ts'

interface ShapePickerProps extends FieldProps<readonly Point[]> {
  /** The hazard area whose shape this is: the others are shown while one draws. */
  readonly areaId?: string | null | undefined
}

const none: readonly Point[] = []

/**
 * The outline of an area, its ring without the repeated first point: a small picture of it with its sides and size, and a
 * button that opens the plan to draw it.
 */
export const ShapePicker = ({ id, value = none, onChange, disabled, placeholder, areaId, ...rest }: ShapePickerProps) => {
  const t = useTexts(pickTexts)
  const { language } = useLanguage()
  const { status } = Form.Item.useStatus()
  const off = useDisabled(disabled)
  const [drawing, setDrawing] = useState(false)
  const drawn = value.length > 0
  const cross = crossing(value)
  return (
    <>
      <div {...ariaOf(rest)} role="group" className={styles['shape']} data-status={status} data-disabled={off}>
        {drawn ? (
          <ShapePreview points={value} />
        ) : (
          <span className={styles['nothing']}>
            <Icon name="polygon" size={28} />
          </span>
        )}
        <div className={styles['words']}>
          {drawn ? (
            <>
              <span>
                {[t('sides', { n: value.length }), ...sizeTexts(polygonOf(value), language)].join(
                  language === 'zh' ? '，' : ', ',
                )}
              </span>
              {cross && <span className="bad">{t('sidesCross', { a: cross[0] + 1, b: cross[1] + 1 })}</span>}
            </>
          ) : (
            <span className="quiet">{placeholder ?? t('notDrawn')}</span>
          )}
          <Button
            id={id}
            aria-label={t(drawn ? 'drawAgain' : 'draw')}
            disabled={off}
            aria-haspopup="dialog"
            icon={<Icon name="polygon" size={16} />}
            onClick={() => setDrawing(true)}
          >
            {t(drawn ? 'drawAgain' : 'draw')}
          </Button>
        </div>
      </div>
      <ShapeDialog
        open={drawing}
        onClose={() => setDrawing(false)}
        shape={polygonOf(value)}
        areaId={areaId ?? null}
        onChoose={(points) => onChange?.(points)}
      />
    </>
  )
}
