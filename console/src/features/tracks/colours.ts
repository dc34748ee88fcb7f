import type { Palette } from '../../shared/theme/palette.ts'

const colours = ['track1', 'track2', 'track3', 'track4', 'track5', 'track6', 'track7', 'track8'] as const

/** The colour of the track at a place in the list; from the ninth on they come again. */
export const colourAt = (index: number): keyof Palette & (typeof colours)[number] => colours[index % colours.length] ?? 'track1'
/** The same as CSS has it. */
export const colourVariable = (index: number): string => `var(--v-${colourAt(index).replace('track', 'track-')})`
