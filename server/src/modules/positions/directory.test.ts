import { beforeAll, describe, expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import type { FromServer } from '@vigil/contract/live/live.ts'
import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import { afterFile } from '../../../test/ends.ts'
import { at } from '../../../test/places.ts'
import { createTestSite, isType, type TestConsole, type TestSite } from '../../../test/site.ts'
import { everything } from '../../kernel/scope.ts'
import type { Device, DeviceChange } from '../devices/index.ts'
import { createDirectory } from './directory.ts'

type Directory = Extract<FromServer, { type: 'directory' }>

const label = ({ label: name }: LiveObject): string => name
/** What a console knows that took all this over. */
const knownBy = (console: TestConsole): Map<number, LiveObject> => {
  const known = new Map<number, LiveObject>()
  for (const { whole, objects, removed } of console.messages.filter(isType('directory'))) {
    if (whole) known.clear()
    for (const id of removed) known.delete(id)
    for (const object of objects) known.set(object.id, object)
  }
  return known
}
const sorted = (objects: Iterable<LiveObject>): LiveObject[] => [...objects].sort((a, b) => a.id - b.id)

describe('the directory on the consoles', () => {
  let site: TestSite
  let [mill, kiln] = ['', '']
  let ofMill: Awaited<ReturnType<TestSite['makeUser']>>
  let consoles: Readonly<Record<'all' | 'masked' | 'mill' | 'kiln', TestConsole>>
  let marks = 0

  beforeAll(async () => {
    site = await createTestSite({}, afterFile)
    mill = await site.makeDept('mill')
    kiln = await site.makeDept('kiln')
    const permissions = ['trackRealMgmt']
    const watcher = await site.makeUser({ name: 'watcher', permissions })
    ofMill = await site.makeUser({ name: 'li', permissions, scope: 'own', deptId: mill })
    const ofKiln = await site.makeUser({ name: 'wang', permissions, scope: 'own', deptId: kiln })
    consoles = {
      all: await site.live(site.adminToken),
      masked: await site.live(watcher.token),
      mill: await site.live(ofMill.token),
      kiln: await site.live(ofKiln.token),
    }
    for (const console of Object.values(consoles)) await console.untilFrame(({ snapshot }) => snapshot)
  })

  const numbers: string[] = []
  const numberOf = (hatNo: string): string => {
    if (!numbers.includes(hatNo)) numbers.push(hatNo)
    return String(864_901_040_000_000 + numbers.indexOf(hatNo))
  }
  const saveHat = (hat: { id?: string; hatNo: string; deptId?: string | null; mobile?: string; enable?: 0 | 1 }) =>
    site.admin.ask(deviceCalls.saveBsHat, { imei: numberOf(hat.hatNo), ...hat })
  /** What each console is told of the directory because of some work, and of nothing else. */
  const toldOf = async (work: () => Promise<unknown>) => {
    const told = Object.fromEntries(Object.entries(consoles).map(([name, { messages }]) => [name, messages.length]))
    await work()
    marks += 1
    const { hatNo } = await saveHat({ hatNo: `mark ${marks}` })
    const each = Object.entries(consoles).map(async ([name, console]) => {
      const isMark = (object: LiveObject): boolean => object.label === hatNo
      await console.until((message): message is Directory => message.type === 'directory' && message.objects.some(isMark))
      const heard = console.messages.slice(told[name]).filter(isType('directory'))
      return [
        name,
        {
          whole: heard.filter(({ whole }) => whole).length,
          named: heard.flatMap(({ objects }) => objects.filter((object) => !isMark(object)).map(label)),
          removed: heard.flatMap(({ removed }) => removed),
        },
      ] as const
    })
    return Object.fromEntries(await Promise.all(each))
  }
  const nothing = { whole: 0, named: [], removed: [] }

  it('has a device that is renamed told alone, to those who see it', async () => {
    for (let count = 0; count < 5; count += 1) await saveHat({ hatNo: `K-${count}`, deptId: kiln })
    const { id } = await saveHat({ hatNo: 'M-1', deptId: mill })
    const renamed = { whole: 0, named: ['M-2'], removed: [] }
    await consoles.kiln.until((message): message is Directory => message.type === 'directory' && message.objects.length > 0)
    await toldOf(() => Promise.resolve())
    expect(await toldOf(() => saveHat({ id, hatNo: 'M-2', deptId: mill }))).toEqual({
      all: renamed,
      masked: renamed,
      mill: renamed,
      kiln: nothing,
    })
  })

  it('has one that goes to another department leave some and come to others, with its place', async () => {
    const { id } = await saveHat({ hatNo: 'W-1', deptId: mill })
    await site.report([{ deviceType: 'hat', deviceId: numberOf('W-1'), time: new Date().toISOString(), ...at(7, 0) }])
    await toldOf(() => Promise.resolve())
    const stays = { whole: 0, named: ['W-1'], removed: [] }
    expect(await toldOf(() => saveHat({ id, hatNo: 'W-1', deptId: kiln }))).toEqual({
      all: stays,
      masked: stays,
      mill: { ...nothing, removed: [Number(id)] },
      kiln: stays,
    })
    const placed = await consoles.kiln.untilFrame((frame) => [...frame.id].includes(Number(id)))
    expect(placed.snapshot).toBe(false)
  })

  it('has one that is switched off or deleted leave, and one that is switched on again come', async () => {
    const { id } = await saveHat({ hatNo: 'S-1', deptId: mill })
    await toldOf(() => Promise.resolve())
    const [gone, here] = [
      { ...nothing, removed: [Number(id)] },
      { ...nothing, named: ['S-1'] },
    ]
    const off = await toldOf(() => saveHat({ id, hatNo: 'S-1', deptId: mill, enable: 0 }))
    expect(off).toEqual({ all: gone, masked: gone, mill: gone, kiln: nothing })
    const on = await toldOf(() => saveHat({ id, hatNo: 'S-1', deptId: mill, enable: 1 }))
    expect(on).toEqual({ all: here, masked: here, mill: here, kiln: nothing })
    const deleted = await toldOf(() => site.admin.ask(deviceCalls.deleteBsHatById, { id }))
    expect(deleted).toEqual({ all: gone, masked: gone, mill: gone, kiln: nothing })
  })

  it('has a phone told masked to those who may not see it, and not at all where that is the same as before', async () => {
    const { id } = await saveHat({ hatNo: 'P-1', mobile: '13812345678' })
    await toldOf(() => Promise.resolve())
    const told = { ...nothing, named: ['P-1'] }
    const saved = await toldOf(() => saveHat({ id, hatNo: 'P-1', mobile: '13800005678' }))
    expect(saved).toEqual({ all: told, masked: nothing, mill: nothing, kiln: nothing })
    expect(knownBy(consoles.all).get(Number(id))?.mobile).toBe('13800005678')
    const again = await toldOf(() => saveHat({ id, hatNo: 'P-1', mobile: '13900001111' }))
    expect(again).toEqual({ all: told, masked: told, mill: told, kiln: told })
    expect(knownBy(consoles.all).get(Number(id))?.mobile).toBe('13900001111')
    for (const console of [consoles.masked, consoles.mill]) expect(knownBy(console).get(Number(id))?.mobile).toBe('139****1111')
  })

  it('follows whoever wears it, by name and by department', async () => {
    const person = { cname: 'Zhao', workNum: 'Z1', canLogin: false, deptId: mill }
    const { id: userId } = await site.admin.ask(accountCalls.saveUser, person)
    const { id } = await site.admin.ask(deviceCalls.saveBsHat, { hatNo: 'Z-1', imei: numberOf('Z-1'), userId })
    const wornBy = (console: TestConsole, name: string) =>
      console.until(
        (message): message is Directory =>
          message.type === 'directory' && message.objects.some(({ userName }) => userName === name),
      )
    await wornBy(consoles.mill, 'Zhao')
    await site.admin.ask(accountCalls.saveUser, { ...person, id: userId, cname: 'Zhou' })
    expect((await wornBy(consoles.mill, 'Zhou')).objects.map(label)).toEqual(['Z-1'])
    await site.admin.ask(accountCalls.saveUser, { ...person, id: userId, cname: 'Zhou', deptId: kiln })
    expect((await wornBy(consoles.kiln, 'Zhou')).whole).toBe(false)
    await consoles.mill.until(
      (message): message is Directory => message.type === 'directory' && message.removed.includes(Number(id)),
    )
    // Until every console has heard of it.
    await toldOf(() => Promise.resolve())
  })

  it('is told whole to one whose scope changes, and to nobody else', async () => {
    const scoped = (name: string, more: object) =>
      site.admin.ask(accountCalls.saveRole, { id: ofMill.roleId ?? '', name, permissions: ['trackRealMgmt'], ...more })
    const told = await toldOf(async () => {
      await scoped('mill and kiln', { scope: 'chosen', deptIds: [mill, kiln] })
      await expect.poll(() => [...knownBy(consoles.mill).values()].map(label)).toContain('K-1')
    })
    expect(told).toMatchObject({ all: nothing, masked: nothing, mill: { whole: 1 }, kiln: nothing })
    // From then on it is told of what it sees by now.
    const { id } = await saveHat({ hatNo: 'K-9', deptId: kiln })
    await toldOf(() => Promise.resolve())
    const renamed = { whole: 0, named: ['K-10'], removed: [] }
    expect(await toldOf(() => saveHat({ id, hatNo: 'K-10', deptId: kiln }))).toMatchObject({ mill: renamed, kiln: renamed })
    await scoped('own', { scope: 'own' })
    await expect.poll(() => [...knownBy(consoles.mill).values()].map(label)).not.toContain('K-1')
  })

  it('is on every console, after all that, what one that comes new is told', async () => {
    const newcomer = await site.live(site.adminToken)
    const mills = await site.live(ofMill.token)
    const { objects, whole } = await newcomer.until(isType('directory'))
    expect(whole).toBe(true)
    expect(sorted(knownBy(consoles.all).values())).toEqual(sorted(objects))
    expect(sorted(knownBy(consoles.mill).values())).toEqual(sorted((await mills.until(isType('directory'))).objects))
    expect(new Set(knownBy(consoles.masked).keys())).toEqual(new Set(objects.map(({ id }) => id)))
  })
})

describe('what is told of a device', () => {
  const device = (more: Partial<Device>): Device => ({
    id: 1,
    version: 1,
    kind: 'hat',
    code: '1',
    label: 'H-1',
    enabled: true,
    sipId: '',
    mobile: '',
    model: '',
    deptId: '1',
    deptName: 'mill',
    personId: null,
    personName: null,
    personDeptId: null,
    post: '',
    lastSeen: null,
    ...more,
  })
  const ofKiln = { all: false, deptIds: new Set(['2']) } as const
  const begin = () => {
    let present: Device | undefined
    const directory = createDirectory({
      get: () => present,
      all: () => (present ? [present] : []),
    })
    return {
      directory,
      become: (after: Device | undefined) => {
        const change: DeviceChange = { id: 1, before: present, after }
        present = after
        directory.changed([change])
      },
    }
  }

  it('holds for whoever came while it was another', () => {
    const { directory, become } = begin()
    become(device({}))
    directory.directoryChanges()
    become(device({ label: 'H-2' }))
    expect(directory.directory(everything, true)).toMatchObject([{ label: 'H-2' }])
    become(device({}))
    expect(directory.directoryChanges()?.(everything, true)).toMatchObject({ objects: [{ label: 'H-1' }], removed: [] })
    become(device({ deptId: '2' }))
    expect(directory.directory(ofKiln, true)).toHaveLength(1)
    become(device({}))
    expect(directory.directoryChanges()?.(ofKiln, true)).toEqual({ objects: [], removed: [1] })
  })

  it('is nothing where nobody is shown another, and told once', () => {
    const { directory, become } = begin()
    become(device({}))
    expect(directory.directoryChanges()?.(everything, true)?.objects).toHaveLength(1)
    expect(directory.directoryChanges()).toBeNull()
    become(device({ version: 2, lastSeen: new Date() }))
    expect(directory.directoryChanges()).toBeNull()
    become(device({ version: 3, model: 'another' }))
    expect(directory.directoryChanges()?.(everything, true)).toBeNull()
  })
})
