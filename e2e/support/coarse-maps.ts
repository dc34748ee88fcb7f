import type { BrowserContext } from '@playwright/test'

/**
 * Lets maps be drawn of a sixteenth of the points and stretched to their size, and leaves everything else as sharp as it is: there is
 * no graphics card here, and a map that is drawn in full takes the processor longer than all the rest of its screen. No
 * test looks at a map so closely.
 */
export const drawMapsCoarsely = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => Object.defineProperty(globalThis, 'devicePixelRatio', { get: () => 0.25 }))
