/** One's place in a room of connections. To one that is out of it already all of this is nothing. */
export interface Place {
  /** It was heard just now, or has been answered; whether it is still in the midst of something. */
  readonly heard: (isBusy: boolean) => void
  readonly leave: () => void
}

/** Connections, so many at one time in all and of each kind. */
export interface ConnectionRoom {
  /**
   * Lets one in, always: the newest may be a call for help. Where there are too many of its kind, one of these goes, where too
   * many in all, one of the most numerous kind: `putOut` is called for the one that has been silent longest. One that is in the
   * midst of something goes only when all of its kind are, the one that has been so longest first.
   */
  readonly enter: (kind: string, isBusy: boolean, putOut: () => void) => Place
}

interface Guest {
  readonly place: Place
  readonly putOut: () => void
}
/** Each in the order in which they were heard. */
interface Kind {
  readonly silent: Set<Guest>
  readonly busy: Set<Guest>
}
const sizeOf = ({ silent, busy }: Kind): number => silent.size + busy.size

const putOneOut = ({ silent, busy }: Kind): void => {
  const [longest] = silent.size > 0 ? silent : busy
  longest?.place.leave()
  longest?.putOut()
}

export const createConnectionRoom = (most: { readonly all: number; readonly each: number }): ConnectionRoom => {
  const kinds = new Map<string, Kind>()
  let all = 0
  const mostNumerous = (): Kind => {
    let crowd: Kind = { silent: new Set(), busy: new Set() }
    for (const kind of kinds.values()) if (sizeOf(kind) > sizeOf(crowd)) crowd = kind
    return crowd
  }
  return {
    enter: (kind, isBusy, putOut) => {
      const own = kinds.get(kind)
      if (own && sizeOf(own) >= most.each) putOneOut(own)
      else if (all >= most.all) putOneOut(mostNumerous())
      // Only now, since the last of a kind takes it along.
      const like = kinds.get(kind) ?? { silent: new Set(), busy: new Set() }
      const take = (): boolean => like.silent.delete(guest) || like.busy.delete(guest)
      const place: Place = {
        heard: (busy) => {
          if (take()) (busy ? like.busy : like.silent).add(guest)
        },
        leave: () => {
          if (!take()) return
          all -= 1
          if (sizeOf(like) === 0) kinds.delete(kind)
        },
      }
      const guest: Guest = { place, putOut }
      kinds.set(kind, like)
      all += 1
      ;(isBusy ? like.busy : like.silent).add(guest)
      return place
    },
  }
}
