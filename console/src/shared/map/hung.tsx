import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { mercatorX, mercatorY } from '../geo/mercator.ts'
import { useStage } from './map-view.tsx'

interface HungAtProps {
  readonly lng: number
  readonly lat: number
  /** Part of its own size by which it is moved: -0.5, -0.5 (its middle) unless said. */
  readonly anchor?: readonly [x: number, y: number]
  /** Pixels. */
  readonly shift?: readonly [x: number, y: number]
  readonly children: ReactNode
}

/** Hangs something above the map at a place. It brings its own size and look; its class is `position: absolute`. */
export const HungAt = ({ lng, lat, anchor = [-0.5, -0.5], shift = [0, 0], children }: HungAtProps) => {
  const { overlay } = useStage()
  const [element] = useState(() => {
    const made = document.createElement('div')
    made.style.cssText = 'position:absolute;left:0;top:0;will-change:transform'
    return made
  })
  const [anchorX, anchorY] = anchor
  const [shiftX, shiftY] = shift
  useEffect(() => () => overlay.takeDown(element), [overlay, element])
  useEffect(() => {
    overlay.hang({ element, place: () => [mercatorX(lng), mercatorY(lat)], anchorX, anchorY, shiftX, shiftY })
  }, [overlay, element, lng, lat, anchorX, anchorY, shiftX, shiftY])
  return createPortal(children, element)
}
