import type { CSSProperties } from 'react'
import { glyphs, type IconName, type Shape } from './glyphs.ts'

export type { IconName } from './glyphs.ts'

interface IconProps {
  readonly name: IconName
  /** Pixels: 14, 18 (unless said) or 22. */
  readonly size?: number
  readonly className?: string | undefined
  readonly style?: CSSProperties
}

const drawn = (shape: Shape, at: number) => {
  if (typeof shape === 'string') return <path key={at} d={shape} />
  if ('d' in shape) return <path key={at} {...shape} />
  const [x, y, width, height, radius] = shape
  if (height === undefined) return <circle key={at} cx={x} cy={y} r={width} />
  return <rect key={at} x={x} y={y} width={width} height={height} rx={radius} />
}

/** An icon beside a label. Alone it needs a tooltip and an `aria-label` on the button around it. */
export const Icon = ({ name, size = 18, className, style }: IconProps) => {
  const shapes: readonly Shape[] = glyphs[name]
  return (
    <svg
      aria-hidden="true"
      className={className}
      style={{ flex: 'none', verticalAlign: '-0.22em', ...style }}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {shapes.map(drawn)}
    </svg>
  )
}
