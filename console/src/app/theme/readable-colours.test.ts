import { theme as antdTheme } from 'antd'
import { describe, expect, it } from 'vitest'
import { palettes, type Palette, type ThemeMode } from '../../shared/theme/palette.ts'
import { antdThemeOf } from './antd-theme.ts'

/** Of two colours as WCAG 2 measures it: 1 for the same, 21 for black on white. */
const contrastOf = (one: string, other: string): number => {
  const [lighter = 0, darker = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}
const luminanceOf = (colour: string): number => {
  const part = (at: number): number => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

const words = ['text', 'textSecondary', 'textTertiary', 'link', 'success', 'level1Text', 'level2Text', 'level3Text'] as const
const grounds = ['bgContainer', 'bgLayout', 'bgPanel', 'borderSecondary', 'primarySoft'] as const
/** What carries words of its own, and which. */
const pairs = [
  ['onPrimary', 'button'],
  ['onPrimary', 'buttonHover'],
  ['onDanger', 'danger'],
  ['onLevel1', 'level1Header'],
  ['onLevel2', 'level2'],
  ['onLevel3', 'level3'],
  ['level1Text', 'level1Soft'],
  ['level2Text', 'level2Soft'],
  ['level3Text', 'level3Soft'],
  ['textTertiary', 'level1Soft'],
  ['textTertiary', 'level2Soft'],
  ['textTertiary', 'level3Soft'],
  ['success', 'successSoft'],
  ['siderText', 'sider'],
  ['siderText', 'siderSub'],
  ['siderTextFaint', 'siderSub'],
  ['mapLabel', 'mapLand'],
  ['mapLabelSoft', 'mapLand'],
  ['markerGlyph', 'marker'],
] as const satisfies readonly (readonly [keyof Palette, keyof Palette])[]

it('measures contrast as WCAG does', () => {
  expect(contrastOf('#000000', '#FFFFFF')).toBe(21)
  expect(contrastOf('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2)
  expect(contrastOf('#FFFFFF', '#4678CB')).toBeCloseTo(4.37, 2)
})

describe.each(Object.entries(palettes) as [ThemeMode, Palette][])('%s', (mode, palette) => {
  it.each([...words.flatMap((word) => grounds.map((ground) => [word, ground] as const)), ...pairs])(
    '%s can be read on %s',
    (word, ground) => {
      expect(contrastOf(palette[word], palette[ground])).toBeGreaterThanOrEqual(4.5)
    },
  )

  const theme = antdThemeOf(mode, palette, false)
  const tokens = antdTheme.getDesignToken(theme)

  it.each([
    'colorText',
    'colorTextSecondary',
    'colorTextTertiary',
    'colorLink',
    'colorLinkHover',
    'colorLinkActive',
    'colorErrorText',
  ] as const)('antd’s %s can be read on its grounds', (token) => {
    for (const ground of grounds) expect(contrastOf(tokens[token], palette[ground])).toBeGreaterThanOrEqual(4.5)
  })

  it('antd’s buttons and chosen days carry white words, in every state', () => {
    const { Button, DatePicker } = theme.components ?? {}
    const filled = [Button?.colorPrimary, Button?.colorPrimaryHover, Button?.colorPrimaryActive, DatePicker?.colorPrimary]
    for (const ground of [...filled, tokens.colorError]) expect(contrastOf('#FFFFFF', ground ?? '')).toBeGreaterThanOrEqual(4.5)
  })

  it('antd’s tags can be read', () => {
    const tag = theme.components?.Tag
    for (const [word, ground] of [
      [tag?.colorSuccess, tag?.colorSuccessBg],
      [tag?.colorInfo, tag?.colorInfoBg],
      [tag?.colorError, tag?.colorErrorBg],
    ] as const)
      expect(contrastOf(word ?? '', ground ?? '')).toBeGreaterThanOrEqual(4.5)
  })
})
