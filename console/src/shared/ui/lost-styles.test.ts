import { afterEach, expect, test, vi } from 'vitest'
import { fetchLostStyles, listenForLostStyles } from './lost-styles.ts'

/** A link in a page that hears of it, and what stands in its place. */
class Link extends EventTarget {
  readonly rel = 'stylesheet'
  readonly href = '/assets/fee.css'
  next: Link | null = null
  private readonly heard: (link: Link) => void
  constructor(heard: (link: Link) => void) {
    super()
    this.heard = heard
  }
  cloneNode = (): Link => new Link(this.heard)
  replaceWith = (next: Link): void => {
    this.next = next
  }
  settle(how: 'load' | 'error'): void {
    if (how === 'error') this.heard(this)
    this.dispatchEvent(new Event(how))
  }
}

afterEach(() => vi.unstubAllGlobals())

test('a style sheet that did not come is asked for anew, as often as it takes, and then no more', async () => {
  vi.stubGlobal('HTMLLinkElement', Link)
  let hear = (_link: Link): void => undefined
  listenForLostStyles({
    addEventListener: (_type, listener) => {
      hear = (target) => {
        const event = Object.defineProperty(new Event('error'), 'target', { value: target })
        if (typeof listener === 'function') listener(event)
      }
    },
  })
  const link = new Link((lost) => hear(lost))
  await fetchLostStyles()
  expect(link.next).toBeNull()

  link.settle('error')
  const again = fetchLostStyles()
  link.next?.settle('error')
  await expect(again).rejects.toThrow('/assets/fee.css')

  const third = fetchLostStyles()
  link.next?.next?.settle('load')
  await third
  await fetchLostStyles()
  expect(link.next?.next?.next).toBeNull()
})
