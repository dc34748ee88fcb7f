import { describe, expect, it } from 'vitest'
import { domains } from '../index.ts'
import type { Call } from '../kernel/call.ts'
import { openApiDocument } from './openapi.ts'

const document = openApiDocument('1.2.3')
const text = JSON.stringify(document)
const calls = Object.values(domains).flatMap((list) => Object.values(list as Readonly<Record<string, Call>>))
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

describe('the OpenAPI document', () => {
  it('is the same each time', () => {
    expect(JSON.stringify(openApiDocument('1.2.3'))).toBe(text)
    expect(document).toMatchObject({ openapi: '3.1.1', info: { version: '1.2.3' }, servers: [{ url: '/api' }] })
  })

  it('has every call once', () => {
    expect(Object.keys(document.paths)).toEqual(calls.map(({ path }) => path))
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(calls.length)
  })

  it('says for each who may make it and whether it is there', () => {
    for (const call of calls) {
      const operation = document.paths[call.path]?.[call.method === 'GET' ? 'get' : 'post']
      expect(operation?.['x-needs']).toEqual(call.needs)
      expect(operation?.['x-planned']).toBe(call.planned)
      expect(operation?.security).toEqual(call.needs === 'public' ? [] : [{ token: [] }])
    }
    expect(document.paths['/plan/plan/listPlanAll']?.post?.description).toContain('此功能尚未开放')
  })

  it('leads nowhere but to itself', () => {
    const names = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, target = '']) => target)
    expect(names.length).toBeGreaterThan(calls.length)
    for (const name of new Set(names)) {
      const [, kind = '', component = ''] = /^#\/components\/(schemas|responses)\/(\w+)$/.exec(name) ?? []
      expect(document.components[kind as 'schemas' | 'responses']).toHaveProperty(component)
    }
  })

  it('describes bodies as they are sent and answers as they come', () => {
    const { saveDept, listDeptByPid, getAllRoles } = domains.accounts
    const body = document.paths[saveDept.path]?.post?.requestBody
    expect(body?.required).toBe(true)
    expect(body?.content['application/json']?.schema.required).toEqual(['name'])
    expect(document.paths[listDeptByPid.path]?.post?.requestBody?.required).toBe(false)
    expect(document.paths[getAllRoles.path]?.get).not.toHaveProperty('requestBody')
    expect(document.components.schemas['Dept']?.required).toEqual([
      'id',
      'version',
      'pid',
      'name',
      'leader',
      'phone',
      'sort',
      'parentName',
      'people',
    ])
  })

  it('describes a file that comes with a call', () => {
    const body = document.paths[domains.files.uploadFile.path]?.post?.requestBody
    expect(body?.required).toBe(true)
    expect(body?.content).not.toHaveProperty('application/json')
    const schema = body?.content['multipart/form-data']?.schema
    expect(schema?.required).toEqual(['file'])
    expect(Object.keys(schema?.properties ?? {})).toEqual(['file', 'purpose', 'deptId'])
    expect(schema?.properties?.['file']).toEqual({ type: 'string', format: 'binary' })
  })

  it('tells codes and enumerations in both languages', () => {
    const { login } = domains.session
    expect(document.paths[login.path]?.post?.['x-codes']).toContainEqual({
      code: 'wrongCredentials',
      zh: '账号或密码错误',
      en: 'Wrong user name or password',
    })
    expect(document.components.schemas['Alarm']?.properties?.['status']?.description).toBe(
      '0: 未处理 / Unhandled; 1: 处理中 / In progress; 2: 已处理 / Handled',
    )
  })
})
