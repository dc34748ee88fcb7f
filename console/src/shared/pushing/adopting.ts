import { create } from 'zustand'

interface Adopting {
  /** Of a device that is about to be registered; null for none. */
  readonly address: string | null
}
/** What the form of a new device begins with. */
export const useAdopting = create<Adopting>(() => ({ address: null }))
export const adopting = {
  begin: (address: string): void => useAdopting.setState({ address }),
  end: (): void => useAdopting.setState({ address: null }),
}
