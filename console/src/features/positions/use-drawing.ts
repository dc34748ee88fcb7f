import type { Point } from '@vigil/contract/hazards/entities.ts'
import { useCallback, useState, type Dispatch, type SetStateAction } from 'react'
import type { Listed } from './listed.ts'

export type Tool = 'measure' | 'lasso' | 'broadcast'

/** What is drawn on the map by hand: a way that is measured, a lasso around people, or who is to hear a broadcast. */
export interface Drawing {
  readonly tool: Tool | null
  readonly points: readonly Point[]
  readonly draw: (points: readonly Point[], done: boolean) => void
  /** Takes a tool, or lays it down if it is in the hand. */
  readonly take: (tool: Tool) => void
  readonly leave: () => void
}

const noPoints: readonly Point[] = []

/** Whom a lasso goes around stands in the list. */
export const useDrawing = (
  setListed: Dispatch<SetStateAction<Listed | null>>,
  broadcast: ((points: readonly Point[]) => void) | null,
): Drawing => {
  const [tool, setTool] = useState<Tool | null>(null)
  const [points, setPoints] = useState(noPoints)
  const leave = useCallback((): void => {
    setTool(null)
    setPoints(noPoints)
    setListed((now) => (now?.kind === 'shape' ? null : now))
  }, [setListed])
  return {
    tool,
    points,
    draw: (drawn, done) => {
      setPoints(drawn)
      if (tool === 'lasso') setListed(done ? { kind: 'shape', points: drawn } : null)
      if (tool !== 'broadcast' || !done) return
      leave()
      broadcast?.(drawn)
    },
    take: (next) => {
      leave()
      setTool(tool === next ? null : next)
    },
    leave,
  }
}
