import type { DomainName } from '../kernel/domain.ts'

export const sessionDomain = {
  order: 10,
  zh: '会话',
  en: 'Session',
  logged: {
    lockedScreen: { zh: '锁定的屏幕', en: 'Locked screen', of: 'user' },
    ownPassword: { zh: '本人密码', en: 'Own password', of: 'user' },
    passwordReset: { zh: '密码重置', en: 'Password reset', of: 'user', title: 'userName' },
    session: { zh: '会话', en: 'Session', title: 'userName' },
    sessionsOfUser: { zh: '用户的全部会话', en: 'All sessions of a user', of: 'user' },
    wallSession: { zh: '大屏会话', en: 'Wall display session' },
    signInLock: { zh: '登录锁定', en: 'Sign-in lock', of: 'user' },
  },
  loggedKeys: {
    userName: { zh: '账号', en: 'User name' },
    sessions: { zh: '会话数', en: 'Sessions' },
  },
  asked: {
    userName: { zh: '账号', en: 'User name' },
    password: { zh: '密码', en: 'Password' },
    oldPassword: { zh: '原密码', en: 'Old password' },
    newPassword: { zh: '新密码', en: 'New password' },
  },
} as const satisfies DomainName
