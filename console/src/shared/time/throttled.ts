/** Calls back at most once in `every` milliseconds, and once more after the last change. */
export const throttled = (run: () => void, every: number): { readonly call: () => void; readonly cancel: () => void } => {
  let last = -Infinity
  let timer: ReturnType<typeof setTimeout> | null = null
  const fire = (): void => {
    timer = null
    last = Date.now()
    run()
  }
  return {
    call: () => {
      if (timer !== null) return
      const wait = last + every - Date.now()
      if (wait <= 0) fire()
      else timer = setTimeout(fire, wait)
    },
    cancel: () => {
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
