import { CallFailed, CallRefused } from '@vigil/contract/kernel/client.ts'
import { expect, test } from 'vitest'
import { failureText } from './failure.ts'

const failed = (message: string, status: number | null, cause?: unknown): CallFailed =>
  new CallFailed('/sys', message, status, null, cause)

test.each([
  ['no way to the server', failed('Failed to fetch', null, new TypeError('Failed to fetch')), '无法连接服务器'],
  [
    'no answer in time',
    failed('signal timed out', null, new DOMException('signal timed out', 'TimeoutError')),
    '服务器没有及时响应',
  ],
  ['something in between', failed('HTTP 502', 502), '服务器暂时不可用（HTTP 502）'],
  ['what the server says', failed('服务器正在启动', 503), '服务器正在启动'],
  ['a refusal', new CallRefused('/sys', { code: '10009', msg: '名称已存在', data: null }), '名称已存在'],
  [
    'a part of an older console',
    new TypeError('Failed to fetch dynamically imported module: http://x/assets/a.js'),
    '页面的一部分没有加载成功，系统可能刚刚升级',
  ],
  [
    'styles that did not come',
    new Error('Unable to preload CSS for /assets/free-area-BQcZERg2.css'),
    '页面的一部分没有加载成功，系统可能刚刚升级',
  ],
  ['a module in Safari', new TypeError('Importing a module script failed.'), '页面的一部分没有加载成功，系统可能刚刚升级'],
])('%s is told in the language of the operator', (_what, thrown, told) => {
  expect(failureText(thrown)).toBe(told)
})
