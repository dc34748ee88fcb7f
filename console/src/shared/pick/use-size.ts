import { useEffect, useRef, useState } from 'react'

/** The pixels that a place has for its content, measured; 0 before they are known. For what has to be told its size. */
export const useSize = () => {
  const place = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    if (!place.current) return undefined
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry?.contentRect ?? { width: 0, height: 0 }
      setSize({ width: Math.floor(width), height: Math.floor(height) })
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return { place, ...size }
}
