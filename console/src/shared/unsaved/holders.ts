import type { Location } from 'react-router'

type Go = () => void

/** What of a screen the holders look at. */
interface Holding {
  readonly path: string
  readonly isBehind: () => boolean
  readonly show: () => void
}

/** Something with unsaved changes. */
interface Holder<Screen extends Holding> {
  /** Null outside of the shell. */
  readonly screen: Screen | null
  /** False: what it had was saved meanwhile. A screen behind is not drawn, and does not say so by itself. */
  readonly unsaved: () => boolean
  /** Whether two addresses of its screen have the same thing open. */
  readonly same: (from: Location, to: Location) => boolean
  /** Asks before the changes go. */
  readonly hold: (proceed: Go, stay: Go) => void
  /** Lets them go with the next change of the address. */
  readonly drop: Go
}

const nothing: Go = () => undefined

/** All that has unsaved changes, and how whoever would end them asks. `onUnsaved` hears whether there may be anything. */
export const createHolders = <Screen extends Holding>(onUnsaved: (unsaved: boolean) => void) => {
  const holders = new Map<string, Holder<Screen>>()
  /** What waits until a screen that was behind has come to the front, to be asked there. */
  let waiting: { readonly screen: Screen; readonly again: Go } | null = null

  const set = (id: string, holder: Holder<Screen> | null): void => {
    if (holder) holders.set(id, holder)
    else holders.delete(id)
    onUnsaved(holders.size > 0)
  }
  const unsaved = (): (readonly [string, Holder<Screen>])[] => [...holders].filter(([, holder]) => holder.unsaved())
  const inFront = ({ screen }: Holder<Screen>): boolean => screen?.isBehind() !== true

  /** Asks one after the other, each on its own screen, the one in front first; `agreed` have been. */
  const ask = (ends: (holder: Holder<Screen>) => boolean, go: Go, agreed: ReadonlySet<string>): void => {
    const ending = unsaved().filter(([, holder]) => ends(holder))
    const open = ending.filter(([id]) => !agreed.has(id))
    const [id, holder] = open.find(([, one]) => inFront(one)) ?? open[0] ?? []
    if (id === undefined || !holder) {
      for (const [, gone] of ending) gone.drop()
      go()
    } else if (inFront(holder)) holder.hold(() => ask(ends, go, new Set([...agreed, id])), nothing)
    else if (holder.screen) {
      waiting = { screen: holder.screen, again: () => ask(ends, go, agreed) }
      holder.screen.show()
    }
  }

  return {
    hasUnsaved: (): boolean => unsaved().length > 0,

    /** Lets all changes go, since whoever had them was told elsewhere. */
    dropUnsaved: (): void => {
      for (const [id, holder] of holders) {
        holder.drop()
        set(id, null)
      }
    },

    /** Does what ends what is open on the screen in front: at once, or when its unsaved changes may go; never if the operator stays. */
    leaveScreen: (go: Go): void => ask(inFront, go, new Set()),

    /** The same for what ends the screens of some addresses, those behind too, which come to the front to ask. */
    leaveScreens: (ends: (path: string) => boolean, go: Go): void =>
      ask(({ screen }) => screen === null || ends(screen.path), go, new Set()),

    /** The addresses, without query, of screens with unsaved changes. */
    unsavedPaths: (): ReadonlySet<string> => new Set(unsaved().flatMap(([, { screen }]) => screen?.path ?? [])),

    /** Whether coming to a screen by an address other than the one it was left with would end unsaved changes. */
    wouldLose: (path: string, left: Location, asked: Location): boolean =>
      unsaved().some(([, { screen, same }]) => screen?.path === path && !same(left, asked)),

    /** A screen has come to the front: what waited for it goes on, else it asks before its changes go by what is `wanted` of it. */
    arrive: (screen: Screen, wanted: { readonly go: Go; readonly stay: Go } | null): void => {
      const again = waiting?.screen === screen ? waiting.again : null
      waiting = null
      if (again) again()
      else if (wanted) {
        const [, own] = unsaved().find(([, holder]) => holder.screen === screen) ?? []
        if (own) own.hold(wanted.go, wanted.stay)
        else wanted.go()
      }
    },

    add: (id: string, holder: Holder<Screen>): Go => {
      set(id, holder)
      return () => {
        if (holders.get(id) === holder) set(id, null)
      }
    },

    /** What a screen held: it holds what it still has anew, or is gone. */
    forget: (screen: Screen): void => {
      for (const [id, holder] of holders) if (holder.screen === screen) set(id, null)
    },
  }
}
