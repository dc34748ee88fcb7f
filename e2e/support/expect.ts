import { setTimeout as pause } from 'node:timers/promises'
import { expect as playwrightExpect, type Locator, type Page } from '@playwright/test'

/** As Playwright calls what is expected. */
interface Asked {
  readonly isNot: boolean
  readonly timeout: number
}
interface Bounds {
  readonly timeout?: number
}
type Outcome = Promise<{ readonly pass: boolean; readonly message: () => string }>

/** Milliseconds between two looks at an address or a title. */
const lookEvery = 50
/** What did not come is told by Playwright itself, which has waited for long enough by then. */
const atOnce = { timeout: 100 } as const

/** Waits until `comes` is over; where it was over in vain, `tell` says why, which expects it as Playwright does and throws. */
const untilComes = async (
  { isNot }: Asked,
  timeout: number,
  comes: () => Promise<unknown>,
  tell: () => Promise<void>,
): Outcome => {
  // Whatever went wrong, no such element or two of them, is told in the words of a test that failed.
  const came = await comes().then(
    () => true,
    () => false,
  )
  const why = came
    ? null
    : await tell().then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
  return { pass: (why === null) !== isNot, message: () => (why ?? '').replace(/(Timeout: +)100ms/, `$1${timeout}ms`) }
}

const expectOf = (asked: Asked, locator: Locator) => (asked.isNot ? playwrightExpect(locator).not : playwrightExpect(locator))
const expectOfPage = (asked: Asked, page: Page) => (asked.isNot ? playwrightExpect(page).not : playwrightExpect(page))

/** Looks again and again at what costs next to nothing. */
const untilHolds = async (timeout: number, holds: () => boolean | Promise<boolean>): Promise<void> => {
  for (const until = Date.now() + timeout; Date.now() < until; await pause(lookEvery)) if (await holds()) return
  throw new Error('it did not come')
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/**
 * What a test expects of a page. With each look in vain Playwright writes down the whole page for its report, with all that is kept out of
 * sight, which takes many times what the look takes. Here it is waited for without that, and Playwright is asked where it did not come.
 */
export const expect = playwrightExpect.extend({
  toBeVisible(this: Asked, locator: Locator, { timeout = this.timeout }: Bounds = {}): Outcome {
    const state = this.isNot ? 'hidden' : 'visible'
    return untilComes(
      this,
      timeout,
      () => locator.waitFor({ state, timeout }),
      () => expectOf(this, locator).toBeVisible(atOnce),
    )
  },
  toBeHidden(this: Asked, locator: Locator, { timeout = this.timeout }: Bounds = {}): Outcome {
    const state = this.isNot ? 'visible' : 'hidden'
    return untilComes(
      this,
      timeout,
      () => locator.waitFor({ state, timeout }),
      () => expectOf(this, locator).toBeHidden(atOnce),
    )
  },
  toHaveURL(this: Asked, page: Page, expected: string | RegExp, { timeout = this.timeout }: Bounds = {}): Outcome {
    const holds = (): boolean => (expected instanceof RegExp ? expected.test(page.url()) : page.url() === expected) !== this.isNot
    return untilComes(
      this,
      timeout,
      () => untilHolds(timeout, holds),
      () => expectOfPage(this, page).toHaveURL(expected, atOnce),
    )
  },
  toHaveTitle(this: Asked, page: Page, expected: string | RegExp, { timeout = this.timeout }: Bounds = {}): Outcome {
    const holds = async (): Promise<boolean> => {
      const title = inOneLine(await page.title())
      return (expected instanceof RegExp ? expected.test(title) : title === inOneLine(expected)) !== this.isNot
    }
    return untilComes(
      this,
      timeout,
      () => untilHolds(timeout, holds),
      () => expectOfPage(this, page).toHaveTitle(expected, atOnce),
    )
  },
})
