const minute = 60_000

/** Whether a device tells no more within a minute than it may; of many at one time all or none are let in. */
export const createPace = (most: number, now: () => number) => {
  const told = new Map<string, { readonly minute: number; readonly count: number }>()
  return (device: string, count: number): boolean => {
    const present = Math.floor(now() / minute)
    const known = told.get(device)
    const sum = count + (known?.minute === present ? known.count : 0)
    if (sum > most) return false
    told.set(device, { minute: present, count: sum })
    return true
  }
}
