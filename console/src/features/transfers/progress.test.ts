import type { Transfer } from '@vigil/contract/transfers/entities.ts'
import { describe, expect, test } from 'vitest'
import { translate } from '../../shared/i18n/texts.ts'
import { detailOf, isRunning, progressOf, taskOf } from './progress.ts'
import { transferTexts } from './texts.ts'

const t = translate(transferTexts, 'zh')
const transfer = (more: Partial<Transfer>): Transfer => ({
  id: '1',
  kind: 'import',
  noun: 'hat',
  state: 'running',
  fileName: 'a.xlsx',
  userName: 'li',
  startedAt: '2026-11-20 08:00:00',
  finishedAt: null,
  total: 2000,
  done: 500,
  created: 0,
  updated: 0,
  skipped: 0,
  wrong: 0,
  reason: '',
  problems: [],
  fileId: null,
  reportId: null,
  columns: [],
  sample: [],
  ...more,
})

describe('a transfer as a task', () => {
  test.each<[Partial<Transfer>, number | null, string]>([
    [{ state: 'waiting' }, null, '排队中'],
    [{ total: null, done: 0 }, null, '正在读取'],
    [{}, 0.25, '500 / 2,000 行'],
    // More came while it ran than were counted at its start.
    [{ done: 2100 }, 1, '2,100 / 2,000 行'],
    [{ total: 0, done: 0 }, null, '0 / 0 行'],
    [{ state: 'done', created: 1200, skipped: 3 }, 1, '新增 1,200，更新 0，不变 3，错误 0'],
    [{ state: 'done', kind: 'export', done: 2000 }, 1, '2,000 行'],
    [{ state: 'failed', reason: '列重复：帽号' }, 0.25, '列重复：帽号'],
    [{ state: 'cancelled', created: 100 }, 0.25, '新增 100，更新 0，不变 0，错误 0'],
    [{ state: 'cancelled', kind: 'export' }, 0.25, '500 行'],
  ])('%j', (more, progress, detail) => {
    const given = transfer(more)
    expect([progressOf(given), detailOf(given, t)]).toEqual([progress, detail])
  })

  test('waits and runs alike, and leads to what it made', () => {
    expect(taskOf(transfer({ state: 'waiting' }), '安全帽', t)).toMatchObject({ state: 'running', title: '导入安全帽' })
    expect(['waiting', 'running', 'done', 'failed', 'cancelled'].filter((state) => isRunning({ state } as Transfer))).toEqual([
      'waiting',
      'running',
    ])
    const ended = { state: 'done', fileId: 'f', reportId: 'r' } as const
    expect(taskOf(transfer({ ...ended, kind: 'export' }), '', t).result).toBe('/api/files/f')
    expect(taskOf(transfer(ended), '', t).result).toBe('/api/files/r')
    expect(taskOf(transfer({ state: 'done' }), '', t).result).toBeUndefined()
  })
})
