/** Marks the page for what `lock.module.css` hides, and the one element that it does not. */
const marks = { page: 'screenLocked', cover: 'screenCover' } as const
const covered = 'covered'

/** A place for the cover beside everything that is drawn. */
export const makeCover = (): HTMLElement => {
  const cover = document.createElement('div')
  cover.dataset[marks.cover] = ''
  return cover
}

/**
 * Shown at once while nothing moves yet, and only then free to move: a field with a transition of its own would stay hidden for
 * its first moments, and what is hidden takes no focus.
 */
const show = (page: HTMLElement): void => {
  page.dataset[marks.page] = 'shown'
  // Read for its effect: styles are computed now.
  void page.offsetHeight
  delete page.dataset[marks.page]
}

/**
 * Hides everything beside the cover from eyes, keys and screen readers, what is drawn meanwhile too: dialogs and drawers stand
 * beside the page, and all of it stays as it was typed. The answer ends it and gives the focus back.
 */
export const hideBehind = (cover: HTMLElement): (() => void) => {
  const page = document.documentElement
  const focused = document.activeElement
  const inert = new Set<HTMLElement>()
  const hide = (): void => {
    for (const element of document.body.children) {
      if (element === cover || !(element instanceof HTMLElement) || element.inert) continue
      element.inert = true
      inert.add(element)
    }
  }
  // A key that is pressed here is for nobody else: no dialog closes, no shortcut runs.
  const keep = (event: Event): void => event.stopPropagation()
  const keepOut = (event: Event): void => {
    if (event.target instanceof Node && cover.contains(event.target)) return
    event.stopImmediatePropagation()
  }
  const keys = ['keydown', 'keyup', 'keypress', 'paste'] as const
  const watch = new MutationObserver(hide)

  page.dataset[marks.page] = covered
  document.body.append(cover)
  hide()
  watch.observe(document.body, { childList: true })
  for (const key of keys) {
    cover.addEventListener(key, keep)
    window.addEventListener(key, keepOut, true)
  }
  return () => {
    watch.disconnect()
    for (const key of keys) {
      cover.removeEventListener(key, keep)
      window.removeEventListener(key, keepOut, true)
    }
    for (const element of inert) element.inert = false
    show(page)
    cover.remove()
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus()
  }
}
