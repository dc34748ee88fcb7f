import { z } from 'zod'
import { call, noData, nothing, strangersBody } from '../kernel/call.ts'
import { id, requiredText, time } from '../kernel/shapes.ts'
import { passwordLength } from './password-length.ts'

/** The signed-in user as the console keeps it (`login_user` in session storage). */
export const userInfo = z
  .object({
    id: z.string(),
    userName: z.string(),
    /** Display name. */
    cname: z.string(),
    belongDeptId: z.string().nullable(),
    belongDeptName: z.string().nullable(),
    userRoles: z.array(z.object({ id: z.string(), name: z.string() })),
    /** Route names, `<route>:edit` and extra rights. Administrators get every one by name. */
    permissions: z.array(z.string()),
    /** The departments whose records are the user's to write, those below them included; null for those of the whole site. */
    scopeDeptIds: z.array(z.string()).nullable(),
    /** Address of a picture, empty for the placeholder. */
    avatar: z.string(),
    /** `qt` selects the helmet-broadcast mode. */
    workNum: z.string(),
    /** IANA name of the zone in which the site writes its times. */
    siteTimeZone: z.string(),
    /** Its screens do not lock by themselves, see `lockMinutes` of the site. */
    wallDisplay: z.boolean(),
    /** True until the first password was changed: until then only that call is answered. */
    mustChangePassword: z.boolean(),
  })
  .meta({ id: 'UserInfo' })
export type UserInfo = z.output<typeof userInfo>

export const ownSession = z
  .object({
    id: z.string(),
    current: z.boolean(),
    createdAt: time,
    lastSeenAt: time,
    ip: z.string(),
    userAgent: z.string(),
    /** Of a wall display, which only looks. */
    wall: z.boolean(),
  })
  .meta({ id: 'OwnSession' })

export const sessionCalls = {
  login: call({
    path: '/sys/sysUser/login',
    describe: { zh: '登录，返回令牌', en: 'Sign in; returns the token' },
    needs: 'public',
    bodyLimit: strangersBody,
    body: z.object({ userName: requiredText(64), password: z.string().min(1).max(passwordLength.max) }),
    data: z.string(),
    codes: ['wrongCredentials', 'accountLocked', 'accountDisabled'],
  }),
  getInfo: call({
    path: '/sys/sysUser/login/getInfo',
    describe: { zh: '当前用户信息', en: 'The signed-in user' },
    needs: 'signedIn',
    reads: true,
    beforePasswordChange: true,
    body: nothing,
    data: userInfo,
    codes: ['userInfoFailed'],
  }),
  logout: call({
    path: '/sys/sysUser/logout',
    describe: { zh: '退出登录', en: 'Sign out' },
    needs: 'signedIn',
    beforePasswordChange: true,
    body: nothing,
    data: noData,
  }),
  updatePassword: call({
    path: '/sys/sysUser/updatePassword',
    describe: {
      zh: '修改自己的密码，其他会话随即退出',
      en: "Change one's own password; one's other sessions end",
    },
    needs: 'signedIn',
    beforePasswordChange: true,
    body: z.object({ oldPassword: z.string().min(1).max(passwordLength.max), newPassword: z.string().max(passwordLength.max) }),
    data: noData,
    codes: ['wrongCredentials', 'weakPassword', 'accountLocked'],
  }),
  openWall: call({
    path: '/sys/sysUser/openWall',
    describe: {
      zh: '为大屏打开一个只能查看的会话，返回令牌：最长三十天，不因无操作而结束；结束本人会话、修改密码或停用账号时随即结束；每小时最多二十次',
      en: "Open a session for a wall display, which only looks; returns its token. It lasts thirty days at most, used or not, and ends with one's sessions, a new password or a disabled account. Twenty an hour at most",
    },
    needs: 'signedIn',
    body: nothing,
    data: z.string(),
  }),
  unlockScreen: call({
    path: '/sys/sysUser/unlockScreen',
    describe: {
      zh: '核对本人密码以解除屏幕锁定，失败与登录一样计数',
      en: "Check one's own password to unlock the screen; failures count like those of signing in",
    },
    needs: 'signedIn',
    body: z.object({ password: z.string().min(1).max(passwordLength.max) }),
    data: noData,
    codes: ['wrongCredentials', 'accountLocked'],
  }),
  listOwnSessions: call({
    path: '/sys/sysUser/listOwnSessions',
    describe: { zh: '自己的登录会话', en: "One's own sessions" },
    needs: 'signedIn',
    reads: 'privately',
    body: nothing,
    data: z.array(ownSession),
  }),
  endOwnSession: call({
    path: '/sys/sysUser/endOwnSession',
    describe: { zh: '结束自己的一个会话', en: "End one of one's own sessions" },
    needs: 'signedIn',
    body: z.object({ id: requiredText(32) }),
    data: noData,
    codes: ['notFound'],
  }),
  endSessionsOfUser: call({
    path: '/sys/sysUser/endSessionsOfUser',
    describe: { zh: '强制某用户退出', en: 'Force a user out' },
    needs: { anyOf: ['userMgmt:edit'] },
    body: z.object({ id }),
    data: z.object({ ended: z.number().int() }),
    codes: ['notFound'],
  }),
  unlockUser: call({
    path: '/sys/sysUser/unlockUser',
    describe: {
      zh: '解除某用户因登录失败受到的锁定，每名用户每小时最多五次',
      en: 'Unlock a user who was locked by failed sign-ins, at most five times an hour for each user',
    },
    needs: { anyOf: ['userMgmt:edit'] },
    body: z.object({ id }),
    /** Failures that were forgotten; 0 where there was nothing to lift. */
    data: z.object({ forgotten: z.number().int() }),
    codes: ['notFound'],
  }),
  createHelmetTicket: call({
    path: '/sys/sysUser/createHelmetTicket',
    describe: {
      zh: '安全帽服务的短时票据，用作 ma_login 的 access_token',
      en: 'A short-lived ticket for the helmet service, used as access_token of ma_login',
    },
    needs: { anyOf: ['trackRealMgmt', 'hatInterfaceMgmt', 'call:place'] },
    body: nothing,
    data: z.object({ ticket: z.string(), expiresInSeconds: z.number().int() }),
  }),
}
