import { useEffect, type RefObject } from 'react'
import { useStage } from './map-view.tsx'
import type { MovingHandle } from './moving-objects.tsx'

interface FollowCameraProps {
  readonly id: number
  readonly moving: RefObject<MovingHandle | null>
  /** Pixels by which the middle of the free map lies beside the middle of the window. */
  readonly offset: readonly [x: number, y: number]
  /** The operator moved the map: it no longer follows. */
  readonly onLeft: () => void
}

/** Milliseconds between two steps; each lasts as long, so the map moves evenly. */
const every = 250

/** Keeps one thing in the middle of the map. */
export const FollowCamera = ({ id, moving, offset, onLeft }: FollowCameraProps) => {
  const { map } = useStage()
  const [x, y] = offset
  useEffect(() => {
    const timer = setInterval(() => {
      const place = moving.current?.whereIs(id)
      if (!place) return
      map.easeTo({ center: [place[0], place[1]], offset: [x, y], duration: every, easing: (part) => part })
    }, every)
    map.on('dragstart', onLeft)
    return () => {
      clearInterval(timer)
      map.off('dragstart', onLeft)
    }
  }, [map, id, moving, x, y, onLeft])
  return null
}
