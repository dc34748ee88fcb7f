/** Scrolls a container, and nothing around it, until an element in it is seen. */
export const reveal = (element: HTMLElement, container: HTMLElement): void => {
  const inner = element.getBoundingClientRect()
  const outer = container.getBoundingClientRect()
  if (inner.top >= outer.top && inner.bottom <= outer.bottom) return
  container.scrollTop += inner.top - outer.top - Math.max(0, (outer.height - inner.height) / 2)
}
