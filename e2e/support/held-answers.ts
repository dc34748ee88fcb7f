import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import type { Call } from '@vigil/contract/kernel/call.ts'

/** The answers of one call, held back between server and browser. */
export interface HeldAnswers {
  /** The server has answered so many: what it did is done, and the browser waits. */
  readonly arrived: (count: number) => Promise<void>
  /** Lets through what is held, and all that follows. */
  readonly release: () => void
}

/** Holds back every answer of a call, from now on until they are released. */
export const holdAnswers = async (page: Page, { path }: Call): Promise<HeldAnswers> => {
  let released = false
  let count = 0
  const waiting = new Set<() => void>()
  await page.route(`**/api${path}`, async (route) => {
    if (released) {
      // What comes later is the browser's own affair, and may outlast the test: an answer that finds no page is none.
      const answer = route.request().response()
      await route.continue()
      if (await answer.catch(() => null)) count += 1
      return
    }
    const response = await route.fetch()
    count += 1
    if (!released) await new Promise<void>((go) => waiting.add(go))
    await route.fulfill({ response })
  })
  await intercepted(page)
  return {
    arrived: (wanted) => expect.poll(() => count, { message: `answers of ${path} that arrived` }).toBeGreaterThanOrEqual(wanted),
    release: () => {
      released = true
      for (const go of waiting) go()
    },
  }
}

/** Waits until what a page that is open already asks for goes through here: its renderer is told of that on the side, and a key can overtake it. */
const intercepted = async (page: Page): Promise<void> => {
  if (!page.url().startsWith('http')) return
  const path = '/is-this-held'
  const probe = `**${path}`
  await page.route(probe, (route) => route.fulfill({ status: 299 }))
  await expect.poll(() => page.evaluate<number>(`fetch('${path}').then(({ status }) => status)`)).toBe(299)
  await page.unroute(probe)
}
