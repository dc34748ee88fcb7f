import { CallFailed, CallRefused } from '@vigil/contract/kernel/client.ts'
import { expect, test } from 'vitest'
import { failureText } from '../api/failure.ts'
import { fileProblem, limitTexts, sizeText } from './file-limits.ts'
import { addressIn, fileAddress, readAnswer } from './upload.ts'

const address = '/api/sys/load/uploadFile'
const file = { id: '12', name: '证件.png', size: 2_048, type: 'image/png', url: '/api/files/12' }
const read = (status: number, answer: unknown) =>
  readAnswer(address, status, typeof answer === 'string' ? answer : JSON.stringify(answer))
const thrownBy = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return error
  }
}

test('the answer to an upload is the stored file', () => {
  expect(read(200, { code: '200', msg: 'success', data: file })).toEqual(file)
})

test.each([
  ['a refusal', 200, { code: 'badInput', msg: '只能上传图片', data: null }, CallRefused, '只能上传图片'],
  ['too large a body', 413, { code: 'bodyTooLarge', msg: '文件过大', data: null }, CallFailed, '文件过大'],
  ['something in between', 502, '<html>', CallFailed, '服务器暂时不可用（HTTP 502）'],
  ['an answer without an envelope', 200, 'ok', CallFailed, '服务器暂时不可用（HTTP 200）'],
])('%s is told with its reason', (_what, status, answer, kind, told) => {
  const thrown = thrownBy(() => read(status, answer))
  expect(thrown).toBeInstanceOf(kind)
  expect(failureText(thrown)).toBe(told)
})

test('a success that names no file is a failure', () => {
  expect(thrownBy(() => read(200, { code: '200', msg: 'success', data: { url: '/x' } }))).toBeInstanceOf(CallFailed)
})

test('uploads go where the dictionary says, and here while it says nothing', () => {
  expect(addressIn({ code: 'fileServer', des: '/api/files/upload' })).toBe('/api/files/upload')
  expect(addressIn({ code: 'fileServer', des: '' })).toBe(address)
  expect(addressIn(null)).toBe(address)
  expect(fileAddress('1/2')).toBe('/api/files/1%2F2')
})

test.each([
  ['a.PNG', 'image/PNG', 10, ' image/png ', null],
  ['a.png', 'image/png', 10, 'image/jpeg,image/png', null],
  ['表.XLSX', '', 10, '.xlsx,.pdf', null],
  ['a.exe', 'application/x-msdownload', 10, '', null],
  ['a.gif', 'image/gif', 10, 'image/png,image/jpeg', { kind: 'wrongType', accept: 'PNG, JPEG' }],
  ['png', '', 10, 'image/png,.png', { kind: 'wrongType', accept: 'PNG' }],
  ['a.png', 'image/png', 0, 'image/png', { kind: 'empty' }],
  ['a.png', 'image/png', 1_001, 'image/png', { kind: 'tooLarge', size: '1 KB', most: '1 KB' }],
])('%s of type %j with %i bytes against %j: %j', (name, type, size, accept, problem) => {
  expect(fileProblem({ name, type, size }, accept, 1_000)).toEqual(problem)
})

test('sizes and limits are written as people say them', () => {
  expect([820, 1_500, 999_499, 999_999, 3_440_000, 10_000_000].map(sizeText)).toEqual([
    '820 B',
    '2 KB',
    '999 KB',
    '1 MB',
    '3.4 MB',
    '10 MB',
  ])
  expect(limitTexts('.xlsx,image/png', 2_000_000)).toEqual({ kinds: 'XLSX, PNG', most: '2 MB' })
  expect(limitTexts('', 500_000).kinds).toBe('')
})
