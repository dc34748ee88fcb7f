import type { Text } from './text.ts'

/**
 * Every code an answer may carry. `200` and `10002` are the specification's; the others are words, so that a log line or a
 * bug report can be read without this table. A code is never renamed.
 */
export const codes = {
  success: { code: '200', zh: 'success', en: 'success' },
  sessionInvalid: { code: '10002', zh: '登录已失效，请重新登录', en: 'Your session has ended, please sign in again' },
  userInfoFailed: { code: 'userInfoFailed', zh: '获取用户信息出错', en: '获取用户信息出错' },
  wrongCredentials: { code: 'wrongCredentials', zh: '账号或密码错误', en: 'Wrong user name or password' },
  accountLocked: {
    code: 'accountLocked',
    zh: '失败次数过多，此账号在本机已锁定，请 {minutes} 分钟后再试',
    en: 'Too many failed attempts: this account is locked on this computer, try again in {minutes} min',
  },
  accountDisabled: {
    code: 'accountDisabled',
    zh: '账号已停用，请联系管理员',
    en: 'This account is disabled, ask your administrator',
  },
  passwordMustChange: {
    code: 'passwordMustChange',
    zh: '首次登录请先修改密码',
    en: 'Change the initial password first',
  },
  weakPassword: { code: 'weakPassword', zh: '{reason}', en: '{reason}' },
  forbidden: { code: 'forbidden', zh: '没有权限：{needs}', en: 'You do not have the permission: {needs}' },
  invalidInput: { code: 'invalidInput', zh: '{problem}', en: '{problem}' },
  notFound: { code: 'notFound', zh: '{what}不存在或已删除', en: '{what} does not exist or was deleted' },
  conflict: {
    code: 'conflict',
    zh: '记录已被他人修改，请核对后再保存',
    en: 'Somebody else changed this record, compare before you save',
  },
  notUnique: { code: 'notUnique', zh: '{field}“{value}”已存在', en: '{field} “{value}” already exists' },
  inUse: { code: 'inUse', zh: '{what}仍被使用：{by}', en: '{what} is still in use: {by}' },
  busy: { code: 'busy', zh: '{reason}，请稍后再试', en: '{reason}, try again later' },
  tooManyRows: {
    code: 'tooManyRows',
    zh: '共 {total} 条，超过 {limit} 条，请缩小范围或分页查询',
    en: '{total} rows found, more than {limit}: narrow the search or ask page by page',
  },
  fileRejected: { code: 'fileRejected', zh: '文件未被接受：{reason}', en: 'The file was not accepted: {reason}' },
  notAvailableYet: { code: 'notAvailableYet', zh: '此功能尚未开放', en: 'This function is not available yet' },
  malformed: { code: 'malformed', zh: '请求不是有效的 JSON', en: 'The request is not valid JSON' },
  tooLarge: { code: 'tooLarge', zh: '请求内容过大', en: 'The request is too large' },
  tooSlow: {
    code: 'tooSlow',
    zh: '请求发送得太慢，请检查网络后重试',
    en: 'Sending the request took too long, check the network and try again',
  },
  tooManyRequests: { code: 'tooManyRequests', zh: '请求过于频繁，请稍后再试', en: 'Too many requests, try again later' },
  notReady: { code: 'notReady', zh: '服务暂不可用，请稍后再试', en: 'The service is not available, try again shortly' },
  unknownCall: { code: 'unknownCall', zh: '没有这个接口：{path}', en: 'There is no such call: {path}' },
  deviceKeyInvalid: { code: 'deviceKeyInvalid', zh: '设备密钥无效', en: 'The device key is not valid' },
  pushNotKnown: {
    code: 'pushNotKnown',
    zh: '设备未登记，或推送账号不正确',
    en: 'The device is not registered, or its push login is wrong',
  },
  failed: { code: 'failed', zh: '服务器内部错误，编号 {reference}', en: 'Internal server error, reference {reference}' },
} as const satisfies Readonly<Record<string, Text & { readonly code: string }>>

export type CodeName = keyof typeof codes

/**
 * The HTTP status of a refusal whose large body was left unread. Of what a browser has not finished sending it passes on no
 * answer but an error's; the envelope says what every refusal says.
 */
export const unreadStatus = 403

/** Codes that any call may answer, so no call lists them. */
export const generalCodes = [
  'success',
  'sessionInvalid',
  'passwordMustChange',
  'forbidden',
  'invalidInput',
  'notAvailableYet',
  'malformed',
  'tooLarge',
  'tooSlow',
  'tooManyRequests',
  'notReady',
  'failed',
] as const satisfies readonly CodeName[]
