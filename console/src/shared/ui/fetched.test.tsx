import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { fetched } from './fetched.tsx'

const Part = ({ name }: { readonly name: string }) => <b>{name}</b>

test('what has come is drawn at once, and until then what stands in its place', async () => {
  const { component: Fetched, fetchAhead } = fetched(() => Promise.resolve(Part))
  const drawn = (): string => renderToStaticMarkup(<Fetched name="map" waiting={<i>waiting</i>} />)
  expect(drawn()).toBe('<i>waiting</i>')
  fetchAhead()
  await expect.poll(drawn).toBe('<b>map</b>')
})

test('what did not come is fetched anew', async () => {
  let tries = 0
  const { component: Fetched, fetchAhead } = fetched(() => {
    tries += 1
    return tries === 1 ? Promise.reject(new Error('no network')) : Promise.resolve(Part)
  })
  fetchAhead()
  await expect.poll(() => tries).toBe(1)
  expect(renderToStaticMarkup(<Fetched name="map" />)).toBe('')
  fetchAhead()
  await expect.poll(() => renderToStaticMarkup(<Fetched name="map" />)).toBe('<b>map</b>')
})
