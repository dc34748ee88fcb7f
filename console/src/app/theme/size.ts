import { create } from 'zustand'
import { stored } from '../../shared/storage.ts'

/** Sizes of controls, as antd names them. */
export const sizes = ['small', 'medium', 'large'] as const
export type Size = (typeof sizes)[number]

const kept = stored('local', 'vigil.size')
const isSize = (value: string | null): value is Size => sizes.some((size) => size === value)

interface SizeState {
  readonly size: Size
  readonly setSize: (size: Size) => void
}

const read = (): Size => {
  const value = kept.read()
  return isSize(value) ? value : 'medium'
}

export const useSize = create<SizeState>((set) => ({
  size: read(),
  setSize: (size) => {
    kept.write(size)
    set({ size })
  },
}))
