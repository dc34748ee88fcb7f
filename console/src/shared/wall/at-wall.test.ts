import { expect, test } from 'vitest'
import { wallAt } from './at-wall.ts'

test.each([
  ['/wall', '', { theme: 'dark', language: null }],
  ['/wall/', '?theme=light&lang=en', { theme: 'light', language: 'en' }],
  ['/wall', '?theme=pink&lang=fr', { theme: 'dark', language: null }],
  ['/home', '?theme=light', null],
  ['/wallpaper', '', null],
])('%s%s', (pathname, search, asked) => expect(wallAt({ pathname, search })).toEqual(asked))
