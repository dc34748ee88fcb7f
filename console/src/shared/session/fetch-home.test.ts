import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { fetchHomeScript, tokenKey } from './fetch-home.ts'

/** What a page at an address fetches, whose tab keeps this token; undefined: it may keep nothing. */
const fetchedAt = (pathname: string, token: string | null | undefined): string[] => {
  const links: { href: string; rel: string }[] = []
  const sessionStorage = {
    getItem: (key: string) => {
      if (token === undefined) throw new Error('forbidden')
      return key === tokenKey ? token : null
    },
  }
  const document = { createElement: () => ({}), head: { append: (link: { href: string; rel: string }) => links.push(link) } }
  runInNewContext(fetchHomeScript(['assets/frame.js', 'assets/map.js']), { sessionStorage, document, location: { pathname } })
  expect(links.every(({ rel }) => rel === 'modulepreload')).toBe(true)
  return links.map(({ href }) => href)
}

test('who is signed in and opens home has it on its way, in order', () => {
  expect(fetchedAt('/home', 'token')).toEqual(['/assets/frame.js', '/assets/map.js'])
  expect(fetchedAt('/', 'token')).toEqual(['/assets/frame.js', '/assets/map.js'])
})

test('nobody else pays for it', () => {
  expect(fetchedAt('/login', 'token')).toEqual([])
  expect(fetchedAt('/home', null)).toEqual([])
  expect(fetchedAt('/home', undefined)).toEqual([])
})
