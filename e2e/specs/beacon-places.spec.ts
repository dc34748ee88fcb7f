import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { indoorCalls } from '@vigil/contract/indoor/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { openAs } from '../pages/sign-in.ts'
import { inLanguages } from '../support/languages.ts'
import { expect, test } from '../support/site.ts'

const words = {
  zh: {
    map: '地图',
    plan: '平面图',
    bound: (name: string) => `已绑定“${name}”的位置`,
    unbind: '解除绑定',
    unbound: (name: string) => `已解除“${name}”的位置绑定`,
    undo: /^撤 ?销$/,
    undone: (name: string) => `已撤销对“${name}”位置的修改`,
  },
  en: {
    map: 'Map',
    plan: 'Floor plan',
    bound: (name: string) => `Location of “${name}” saved`,
    unbind: 'Remove location',
    unbound: (name: string) => `Location of “${name}” removed`,
    undo: 'Undo',
    undone: (name: string) => `Change to the location of “${name}” undone`,
  },
} as const

for (const language of inLanguages('en')) {
  const minor = { zh: 39_001, en: 39_002 }[language]
  test(`a beacon is bound to the map and to a floor, moved and taken away (${language})`, async ({ page, site }) => {
    const said = words[language]
    const name = `绑定信标 ${language}`
    const { id } = await site.admin.ask(deviceCalls.saveBsBeacon, { name, minor })
    const building = await site.admin.ask(indoorCalls.saveBsBuilding, { name: `绑定楼 ${language}` })
    await site.admin.ask(indoorCalls.saveBsFloor, { pid: building.id, level: 2, name: '二层', width: 40, height: 20 })
    const present = async () => paged(await site.admin.ask(deviceCalls.listBsBeaconByDeptId, { ids: [id] })).list[0]

    const user = await site.makeUser(['beaconLocationMgmt', 'beaconLocationMgmt:edit', 'beaconMgmt'])
    await openAs(page, site.origin, user, '/baseMgmt/beaconLocationMgmt', language)
    await page.getByRole('button', { name: new RegExp(`^${name} Minor ${minor}`) }).click()

    // On the map, by a click; another click moves it.
    const map = page.locator('canvas.maplibregl-canvas')
    await expect(map).toHaveCSS('cursor', 'crosshair')
    const box = await map.boundingBox()
    if (!box) throw new Error('the map has no place on the screen')
    const click = (right: number, down: number) => page.mouse.click(box.x + box.width * right, box.y + box.height * down)
    await click(0.5, 0.45)
    await expect(page.getByText(said.bound(name))).toBeVisible()
    const first = await present()
    expect([typeof first?.lng, typeof first?.lat, first?.version]).toEqual(['number', 'number', 2])
    await click(0.55, 0.5)
    await expect.poll(async () => (await present())?.version).toBe(3)
    const second = await present()
    expect(second?.lng).toBeGreaterThan(first?.lng ?? 180)
    expect(second?.lat).toBeLessThan(first?.lat ?? -90)
    await page.getByRole('button', { name: said.undo }).click()
    await expect(page.getByText(said.undone(name))).toBeVisible()
    expect(await present()).toMatchObject({ lng: first?.lng, lat: first?.lat, version: 4 })

    // On the plan of a floor: 40 m wide, its corner below on the left.
    await page.getByRole('region', { name: said.map, exact: true }).getByText(said.plan, { exact: true }).click()
    await expect(page).toHaveURL(/view=plan/)
    await page.goto(`${page.url().split('?')[0]}?view=plan&beacon=${id}&building=${building.id}&floor=2`)
    const sheet = page
      .getByRole('presentation')
      .filter({ hasNot: page.locator('canvas') })
      .last()
    const plan = await sheet.boundingBox()
    if (!plan) throw new Error('the plan has no place on the screen')
    await page.mouse.click(plan.x + plan.width / 4, plan.y + plan.height / 4)
    await expect(page.getByRole('button', { name: new RegExp(`^${name} [\\d.]+, [\\d.]+ m$`) })).toBeVisible()
    await expect.poll(async () => (await present())?.version).toBe(5)
    const onPlan = await present()
    expect(onPlan).toMatchObject({ regionId: building.id, floor: 2 })
    expect([Math.round(onPlan?.x ?? 0), Math.round(onPlan?.y ?? 0)]).toEqual([10, 15])

    await page.getByRole('button', { name: said.unbind }).click()
    await expect(page.getByText(said.unbound(name))).toBeVisible()
    expect(await present()).toMatchObject({ x: null, y: null, lng: first?.lng, regionId: building.id, floor: 2, version: 6 })
    await expect(page.getByRole('button', { name: said.unbind })).toHaveCount(0)
    await site.admin.ask(deviceCalls.deleteBsBeaconById, { id })
  })
}
