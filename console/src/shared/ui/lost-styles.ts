/** Style sheets of parts that did not come. */
const lost = new Set<HTMLLinkElement>()

/** Notes which do not come, from now on. Called once at start. */
export const listenForLostStyles = (page: Pick<EventTarget, 'addEventListener'>): void =>
  page.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target)
    },
    // It does not bubble.
    true,
  )

/** Fetches those anew: Vite asks for each once, and a part that came after all would be drawn without. Fails where one fails again. */
export const fetchLostStyles = async (): Promise<void> => {
  await Promise.all(
    [...lost].map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          lost.delete(link)
          // Only one that is new is asked for again.
          const anew = link.cloneNode() as HTMLLinkElement
          anew.addEventListener('load', () => resolve())
          anew.addEventListener('error', () => reject(new Error(`No styles from ${link.href}`)))
          link.replaceWith(anew)
        }),
    ),
  )
}
