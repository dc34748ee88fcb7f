import type { CSSProperties, HTMLAttributes } from 'react'

interface LayoutProps extends HTMLAttributes<HTMLElement> {
  readonly as?: 'aside' | 'div' | 'footer' | 'header' | 'ol' | 'p' | 'section' | 'span' | 'ul'
  /** Between its parts: pixels, or between lines and between parts as CSS writes it. */
  readonly gap?: number | string
  /** Across its direction. */
  readonly align?: CSSProperties['alignItems']
  /** Along its direction. */
  readonly justify?: CSSProperties['justifyContent']
  /** Around its parts: pixels, or each side as CSS writes it. */
  readonly pad?: number | string
}

const laidOut =
  (part: 'row' | 'inlineRow' | 'stack') =>
  ({ as: Tag = 'div', gap, align, justify, pad, className, style, ...rest }: LayoutProps) => (
    <Tag
      className={className === undefined ? part : `${part} ${className}`}
      style={{ gap, alignItems: align, justifyContent: justify, padding: pad, ...style }}
      {...rest}
    />
  )

/** Parts beside each other, on their middles unless `align` says otherwise; other parts of `global.css` may be added by `className`. */
export const Row = laidOut('row')
/** A `Row` within a line of words. */
export const InlineRow = laidOut('inlineRow')
/** Parts below each other, as wide as it is unless `align` says otherwise. */
export const Stack = laidOut('stack')
