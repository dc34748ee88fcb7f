import { z } from 'zod'
import { enabledFlag } from '../kernel/enabled.ts'
import { field, type Field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'
import { nameText } from '../kernel/shapes.ts'
import { phoneCode } from '../kernel/written-codes.ts'
import { yesNo } from '../kernel/yes-no.ts'
import { personKind } from './person-kind.ts'

/** Null for who has no account. */
const accountName = nameText(64).nullable()
const userName: Field<z.ZodDefault<typeof accountName>, z.ZodNullable<z.ZodString>> = {
  label: { zh: '账号', en: 'User name' },
  as: { kind: 'text' },
  sent: accountName.default(null),
  kept: z.string().nullable(),
  notOnWalls: true,
  hint: {
    zh: '可登录的人员必填；字母或汉字，可含数字和 . _ - @',
    en: 'Required for a person who can sign in; letters or Chinese characters, also digits and . _ - @',
  },
}

/** A person of the site; a user name and a password only if `canLogin`. */
export const user = noun({
  name: 'user',
  word: { zh: '人员', en: 'person' },
  words: { zh: '人员', en: 'people' },
  route: 'userMgmt',
  fields: {
    cname: field.name({ zh: '姓名', en: 'Name' }, 64),
    workNum: field.name({ zh: '工号', en: 'Work number' }, 32),
    deptId: field.ref({ zh: '部门', en: 'Department' }, 'dept'),
    kind: field.chosen({ zh: '人员类型', en: 'Person type' }, personKind, 'employee'),
    post: field.text({ zh: '岗位', en: 'Job title' }, 64),
    mobile: field.code({ zh: '手机号', en: 'Mobile number' }, 20, { private: true, code: phoneCode }),
    canLogin: field.switch({ zh: '可登录', en: 'Can sign in' }, yesNo, false),
    userName,
    roleIds: field.refs({ zh: '角色', en: 'Roles' }, 'role', 50),
    wallDisplay: field.switch({ zh: '大屏账号', en: 'Wall display' }, yesNo, false, {
      hint: {
        zh: '登录后屏幕不会因无操作而锁定，只用于大屏和有人值守的席位',
        en: 'Its screen never locks when idle: only for wall displays and seats that are always attended',
      },
    }),
    enable: field.flag({ zh: '状态', en: 'Status' }, enabledFlag, 1),
  },
  shown: { lastLoginAt: field.time({ zh: '最近登录', en: 'Last sign-in' }, { notOnWalls: true }) },
  title: 'cname',
  key: 'workNum',
  search: ['cname', 'workNum', 'userName', 'post'],
  filters: ['kind', 'canLogin', 'enable'],
  ranges: ['lastLoginAt'],
})
export type User = z.output<(typeof user)['record']>
