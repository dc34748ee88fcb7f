import { useEffect, useRef, type RefObject } from 'react'

/** Closing a record gives the focus back to its row, or to what had it before. */
export const useFocusReturn = (openKey: string | null, body: RefObject<HTMLElement | null>): void => {
  const last = useRef<{ readonly key: string | null; readonly from: Element | null }>({ key: null, from: null })
  useEffect(() => {
    const { key, from } = last.current
    if (openKey === null && key !== null && (document.activeElement === document.body || document.activeElement === null)) {
      const row = body.current?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(key)}"]`)
      const before = from instanceof HTMLElement && from.isConnected ? from : null
      const target = row ?? before ?? body.current?.querySelector<HTMLElement>('tr[tabindex="0"]')
      target?.focus({ preventScroll: true })
    }
    last.current = { key: openKey, from: key === null ? document.activeElement : from }
  }, [openKey, body])
}
