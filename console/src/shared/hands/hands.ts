/** Milliseconds after a key or a wheel that hands still count as busy. */
const afterKey = 3_000

let pressed = 0
let typedAt = -Infinity

/** What takes text, where a caret may stand. */
const takesText = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable ||
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'file'].includes(element.type)))

/** Whether the operator types or drags something: a caret stands in a field in which he typed just now, or a button is down. */
export const handsBusy = (now = performance.now()): boolean =>
  pressed > 0 || (now - typedAt < afterKey && takesText(document.activeElement))

/** Follows hands for `handsBusy`; the answer ends it. */
export const followHands = (): (() => void) => {
  const down = ({ buttons }: PointerEvent): void => {
    pressed = buttons
  }
  const typed = (): void => {
    typedAt = performance.now()
  }
  const pointer = ['pointerdown', 'pointerup', 'pointermove', 'pointercancel'] as const
  for (const name of pointer) window.addEventListener(name, down, { capture: true, passive: true })
  window.addEventListener('keydown', typed, true)
  return () => {
    for (const name of pointer) window.removeEventListener(name, down, { capture: true })
    window.removeEventListener('keydown', typed, true)
    pressed = 0
  }
}
