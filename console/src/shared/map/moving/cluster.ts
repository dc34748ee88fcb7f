import type { PointGrid } from './point-grid.ts'

export interface Cluster {
  readonly x: number
  readonly y: number
  /** Indexes of what it stands for. */
  readonly members: readonly number[]
}

/** Fewer than this are drawn one by one. */
export const clusterFrom = 4

/**
 * Gathers crowds: around the middle of the fullest cell everything within `radius` becomes one disc, then of the next fullest.
 * Two discs never share a member, and none has fewer than `clusterFrom`.
 */
export const gather = (grid: PointGrid, radius: number): Cluster[] => {
  const taken = new Set<number>()
  const clusters: Cluster[] = []
  for (const { indexes } of grid.cellsByCount()) {
    let [x, y, count] = [0, 0, 0]
    for (const index of indexes) {
      if (taken.has(index)) continue
      x += grid.xOf(index)
      y += grid.yOf(index)
      count += 1
    }
    if (count < 2) continue
    const members: number[] = []
    grid.near(x / count, y / count, radius, (index) => {
      if (!taken.has(index)) members.push(index)
    })
    if (members.length < clusterFrom) continue
    members.sort((a, b) => a - b)
    for (const index of members) taken.add(index)
    const mean = (of: (index: number) => number): number => members.reduce((sum, index) => sum + of(index), 0) / members.length
    clusters.push({ x: mean((index) => grid.xOf(index)), y: mean((index) => grid.yOf(index)), members })
  }
  return clusters
}
