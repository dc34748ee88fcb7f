/** What goes wrong within the softphone: for whoever looks into it. The operator is told what became of his call instead. */
export const warn = (text: string): void => {
  // oxlint-disable-next-line no-console -- the specification wants it logged and not shown, and the log of errors is shown
  console.warn(`softphone: ${text}`)
}
