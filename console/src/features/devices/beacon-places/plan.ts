/** Metres from the lower left corner of a floor's plan. */
export interface PlanPoint {
  readonly x: number
  readonly y: number
}
/** How large a plan is, metres. */
export interface PlanSize {
  readonly width: number
  readonly height: number
}
/** Where a plan is drawn, pixels of the window. */
export interface PlanBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const toCentimetre = (metres: number): number => Number(metres.toFixed(2))
const between = (value: number, most: number): number => Math.max(0, Math.min(most, value))

/** A point moved onto the plan if it lies beside it. */
export const onPlan = ({ x, y }: PlanPoint, { width, height }: PlanSize): PlanPoint => ({
  x: toCentimetre(between(x, width)),
  y: toCentimetre(between(y, height)),
})

/** The metres under a pixel of the window. */
export const metresAt = (pixel: { readonly x: number; readonly y: number }, box: PlanBox, size: PlanSize): PlanPoint =>
  onPlan(
    {
      x: ((pixel.x - box.left) / box.width) * size.width,
      y: (1 - (pixel.y - box.top) / box.height) * size.height,
    },
    size,
  )

/** Where a point is drawn: parts of the plan's width from its left and of its height from its bottom. */
export const partsOf = (
  { x, y }: PlanPoint,
  { width, height }: PlanSize,
): { readonly left: number; readonly bottom: number } => ({
  left: x / width,
  bottom: y / height,
})

const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500] as const
const mostLines = 40

/** Metres between two lines of the grid, so that they stay few enough to be told apart. */
export const gridStep = ({ width, height }: PlanSize): number =>
  steps.find((step) => Math.max(width, height) / step <= mostLines) ?? 1_000
