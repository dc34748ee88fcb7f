/** What the director plays by itself, in seconds from the start: a story of ten minutes that repeats, told in docs/demo.md. */
export const story: readonly { readonly at: number; readonly scenario: string }[] = [
  { at: 25, scenario: 'fence-breach' },
  { at: 45, scenario: 'silent-alarm' },
  { at: 60, scenario: 'lost-helmet' },
  { at: 240, scenario: 'speeding-truck' },
  { at: 420, scenario: 'evacuation-drill' },
]
export const storySeconds = 600
