import { loraGateway } from '@vigil/contract/devices/lora-gateway.ts'
import { describe, expect, test } from 'vitest'
import { draftOf, emptyDraft } from '../form/draft.ts'
import { editableRecord } from '../form/editable-record.ts'
import type { Draft, Row } from '../spec/record.ts'
import { changesIn } from './editing-state.ts'
import { createEditing, type Failure, type Sending } from './editing.ts'

const { fields } = loraGateway
const kind = editableRecord(fields)
const gateway: Row = {
  id: '7',
  version: 3,
  name: '网关',
  gatewayEui: 'A84041FFFE000001',
  ip: '',
  deptId: '3',
  deptName: '煤磨',
  lng: null,
  lat: null,
  height: 2.5,
  enable: 0,
  remark: '',
}

interface Held {
  readonly draft: Draft
  readonly on: Row | null
  readonly answer: (record: Row) => void
  readonly refuse: (failure: Failure<Row>) => void
}

/** A form of a record, and a server that answers when it is told to. */
const edit = (base: Row | null) => {
  const held: Held[] = []
  const stored: Row[] = []
  const how: Sending<Row, Draft> = {
    problem: ({ draft, unfinished }) => (draft['name'] === '' || unfinished.length > 0 ? '需要修改' : null),
    ask: (draft, on) =>
      new Promise((answer, refuse) => {
        held.push({ draft, on, answer, refuse })
      }),
    failure: (thrown) => thrown as Failure<Row>,
    onStored: (record) => stored.push(record),
  }
  const editing = createEditing(kind, base, base ? draftOf(fields, base) : emptyDraft(fields))
  const now = editing.store.getState
  return {
    editing,
    held,
    stored,
    now,
    type: (name: string, value: unknown) => editing.change([name], (before) => ({ ...before, [name]: value })),
    changes: () => changesIn(kind, now()),
    save: () => editing.save(how),
    saveAsNew: () => editing.saveAsNew(how),
    resolve: (theirs: Row, draft: Draft) => editing.resolve(how, theirs, draft),
    /** The server takes what was sent last. */
    accept: (more: Partial<Row> = {}) => {
      const last = held.at(-1)
      if (!last) throw new Error('nothing was sent')
      const record = { ...gateway, ...last.draft, id: last.on?.id ?? '8', version: (last.on?.version ?? 0) + 1, ...more }
      last.answer(record)
      return record
    },
    turn: () => new Promise((done) => setImmediate(done)),
  }
}

describe('an answer that is held back', () => {
  test('changes only what nobody touched since the save was sent', async () => {
    const form = edit(gateway)
    form.type('name', '网关一')
    form.type('remark', '西侧')
    const outcome = form.save()
    await form.turn()
    form.type('remark', '西侧，二层')
    const record = form.accept({ name: '网关 1', ip: '10.0.0.2' })
    expect(await outcome).toEqual({ record, settled: false })
    expect(form.now().draft).toMatchObject({ name: '网关 1', ip: '10.0.0.2', remark: '西侧，二层' })
    expect(form.changes()).toEqual(['remark'])
    expect(form.stored).toEqual([record])
  })

  test('settles a form that nobody touched since', async () => {
    const form = edit(gateway)
    form.type('name', ' 网关一')
    const outcome = form.save()
    await form.turn()
    form.accept({ name: '网关一' })
    expect(await outcome).toMatchObject({ settled: true })
    expect(form.now()).toMatchObject({ draft: { name: '网关一' }, sent: null })
    expect(form.changes()).toEqual([])
  })

  test('takes back nothing that was put back since', async () => {
    const form = edit(gateway)
    form.type('enable', 1)
    const outcome = form.save()
    await form.turn()
    form.type('enable', 0)
    form.accept()
    expect(await outcome).toMatchObject({ settled: false })
    expect(form.now().draft).toMatchObject({ enable: 0 })
    expect(form.changes()).toEqual(['enable'])
  })

  test('keeps what is no value yet', async () => {
    const form = edit(gateway)
    form.type('name', '网关一')
    const outcome = form.save()
    await form.turn()
    form.editing.setUnfinished('lng', true)
    form.accept()
    expect(await outcome).toMatchObject({ settled: false })
    expect(form.changes()).toEqual(['lng'])
  })

  test('makes a new record that record, and the next save stands on it', async () => {
    const form = edit(null)
    form.type('name', '新网关')
    const outcome = form.save()
    await form.turn()
    form.type('remark', '还没接线')
    const record = form.accept()
    await outcome
    expect(form.now()).toMatchObject({ base: record, draft: { remark: '还没接线' } })
    const next = form.save()
    await form.turn()
    expect(form.held).toHaveLength(2)
    expect(form.held[1]).toMatchObject({ on: { id: '8', version: 1 }, draft: { remark: '还没接线' } })
    form.accept()
    expect(await next).toMatchObject({ settled: true, record: { id: '8', version: 2 } })
  })

  test('that says no loses nothing', async () => {
    const form = edit(gateway)
    form.type('name', '网关一')
    const outcome = form.save()
    await form.turn()
    form.type('remark', '西侧')
    form.held[0]?.refuse({ kind: 'refused', refusal: { field: 'name', text: '已存在' } })
    expect(await outcome).toBeNull()
    expect(form.now()).toMatchObject({ sent: null, refusal: { field: 'name' }, tried: true, failures: 1, base: { version: 3 } })
    expect(form.changes()).toEqual(['name', 'remark'])
    form.type('remark', '西')
    expect(form.now().refusal).not.toBeNull()
    form.type('name', '网关二')
    expect(form.now().refusal).toBeNull()
  })
})

describe('saves', () => {
  test('go out one after the other, each on the version that the one before it made', async () => {
    const form = edit(gateway)
    form.type('name', '一')
    const first = form.save()
    await form.turn()
    form.type('name', '二')
    const second = form.save()
    await form.turn()
    expect(form.held).toHaveLength(1)
    form.type('name', '三')
    form.accept()
    await first
    await form.turn()
    expect(form.held[1]).toMatchObject({ on: { version: 4 }, draft: { name: '三' } })
    form.accept()
    expect(await second).toMatchObject({ record: { version: 5 }, settled: true })
  })

  test('of a new record that are pressed twice make one', async () => {
    const form = edit(null)
    form.type('name', '新网关')
    const both = [form.save(), form.save()]
    await form.turn()
    const record = form.accept()
    expect(await Promise.all(both)).toEqual([
      { record, settled: true },
      { record, settled: true },
    ])
    expect(form.held).toHaveLength(1)
  })

  test('as a new one that are pressed twice make one, and change it', async () => {
    const form = edit(gateway)
    form.type('name', '新网关')
    const both = [form.saveAsNew(), form.saveAsNew()]
    await form.turn()
    expect(form.held[0]?.on).toBeNull()
    form.type('name', '新网关二')
    form.accept()
    await form.turn()
    expect(form.held[1]).toMatchObject({ on: { id: '8', version: 1 } })
    form.accept()
    expect(await Promise.all(both)).toMatchObject([{ settled: false }, { settled: true }])
  })

  test('that wait behind one that failed are not sent', async () => {
    const form = edit(gateway)
    form.type('name', '一')
    const both = [form.save(), form.save()]
    await form.turn()
    const theirs = { ...gateway, version: 4, ip: '10.0.0.2' }
    form.held[0]?.refuse({ kind: 'conflict', theirs })
    expect(await Promise.all(both)).toEqual([null, null])
    expect(form.held).toHaveLength(1)
    expect(form.now().conflict).toEqual(theirs)

    // Put together with theirs, while somebody goes on typing.
    const resolved = form.resolve(theirs, { ...draftOf(fields, theirs), name: '一' })
    await form.turn()
    form.type('remark', '西侧')
    expect(form.held[1]).toMatchObject({ on: { version: 4 }, draft: { name: '一', ip: '10.0.0.2' } })
    form.accept()
    expect(await resolved).toMatchObject({ settled: false })
    expect(form.now()).toMatchObject({ conflict: null, base: { version: 5 }, draft: { remark: '西侧' } })
  })

  test('of what is not right yet are not sent', async () => {
    const form = edit(gateway)
    form.type('name', '')
    expect(await form.save()).toBeNull()
    expect(form.held).toHaveLength(0)
    expect(form.now()).toMatchObject({ refusal: { field: null, text: '需要修改' }, tried: true, failures: 1 })
  })
})

test('another’s save is followed while nothing is changed here, and a space that was just typed stays', () => {
  const form = edit(gateway)
  form.type('name', '网关 ')
  form.editing.follow({ ...gateway, version: 4, ip: '10.0.0.2' })
  expect(form.now()).toMatchObject({ base: { version: 4 }, draft: { name: '网关 ', ip: '10.0.0.2' }, isOvertaken: true })
  expect(form.changes()).toEqual([])
  // Whoever goes on with it has seen it.
  form.type('ip', '10.0.0.3')
  expect(form.now()).toMatchObject({ isOvertaken: false })
})

test('what is no value yet is known until it is one', () => {
  const form = edit(gateway)
  form.editing.setUnfinished('lng', true)
  form.editing.setUnfinished('lng', true)
  expect(form.changes()).toEqual(['lng'])
  form.editing.setUnfinished('lng', false)
  expect(form.changes()).toEqual([])
})
