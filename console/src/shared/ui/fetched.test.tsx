import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { fetched } from './fetched.tsx'
import { PartMissing, partOf } from './part.ts'

const Part = ({ name }: { readonly name: string }) => <b>{name}</b>

test('what has come is drawn at once, and until then what stands in its place', async () => {
  const { component: Fetched, fetchAhead } = fetched(() => Promise.resolve(Part))
  const drawn = (): string => renderToStaticMarkup(<Fetched name="map" waiting={<i>waiting</i>} />)
  expect(drawn()).toBe('<i>waiting</i>')
  fetchAhead()
  await expect.poll(drawn).toBe('<b>map</b>')
})

test('what did not come is told as that, whatever the browser says', async () => {
  const cause = new Error('Unable to preload CSS for /assets/fee-BQcZERg2.css')
  const { get, known } = partOf(() => Promise.reject(cause))
  const thrown: unknown = await get().catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(PartMissing)
  expect(thrown).toMatchObject({ message: cause.message, cause })
  expect(known()).toBeNull()
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
