import { Button } from 'antd'
import { useState } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { sizeTexts } from '../../shared/map/draw/sizes.ts'
import type { Shape } from '../../shared/map/draw/shape.ts'
import { ShapeDialog } from '../../shared/pick/shape-dialog.tsx'
import type { EditorProps } from '../../shared/spec/definitions.ts'
import { shapeIn } from '../../shared/spec/shape-parts.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { InlineRow } from '../../shared/ui/layout.tsx'
import { trafficTexts } from './texts.ts'

const nothing: Shape = { shape: 'corridor', points: [], radius: null, halfWidth: null }

/** The middle line of a road, or what else is drawn of it, on the plan; its kind and its width stand beside it in the form. */
export const RoadShapeInput = ({ id, value, draft, onChange, 'aria-describedby': describedBy }: EditorProps) => {
  const t = useTexts(trafficTexts)
  const { language } = useLanguage()
  const [drawing, setDrawing] = useState(false)
  const shape = shapeIn(value ?? [], draft) ?? nothing
  const sizes = shape.points.length === 0 ? [] : sizeTexts(shape, language)
  return (
    <InlineRow gap={12}>
      <Button
        id={id}
        // It is called after what it says, not after the field that it belongs to.
        aria-label={t('drawRoad')}
        aria-describedby={describedBy}
        aria-haspopup="dialog"
        icon={<Icon name={shape.shape} size={16} />}
        onClick={() => setDrawing(true)}
      >
        {t('drawRoad')}
      </Button>
      <span className="quiet">{sizes.join(language === 'zh' ? '，' : ', ') || t('notDrawn')}</span>
      <ShapeDialog
        open={drawing}
        title={t('drawRoadTitle')}
        onClose={() => setDrawing(false)}
        shape={shape}
        areaId={null}
        onChoose={onChange}
      />
    </InlineRow>
  )
}
