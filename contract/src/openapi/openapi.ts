import { z } from 'zod'
import { domainNames, domains, type Domain } from '../index.ts'
import { nothing, type Call, type Needs } from '../kernel/call.ts'
import { codes, generalCodes, type CodeName } from '../kernel/codes.ts'
import type { Text } from '../kernel/text.ts'

/** The part of JSON Schema 2020-12 that the contract's shapes need. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  format?: string
  'x-codes'?: readonly (Text & { code: string | number })[]
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly [Domain]
  readonly summary: string
  readonly description: string
  readonly 'x-needs': Needs
  readonly 'x-planned'?: true
  /** Bytes of body at most. */
  readonly 'x-body-limit'?: number
  readonly 'x-codes': readonly (Text & { readonly code: string })[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: Readonly<Partial<Record<'application/json' | 'multipart/form-data', { readonly schema: JsonSchema }>>>
  }
  readonly responses: Readonly<Record<string, unknown>> & {
    readonly 200: {
      readonly description: string
      readonly content: { readonly 'application/json': { readonly schema: JsonSchema } }
    }
  }
}

export interface OpenApiDocument {
  readonly openapi: '3.1.1'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: Domain; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<'get' | 'post', Operation>>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly responses: Readonly<Record<string, unknown>>
    readonly securitySchemes: Readonly<Record<string, unknown>>
  }
}

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
const both = ({ zh, en }: Text): string => (zh === en ? zh : `${zh} / ${en}`)
const listed = (names: readonly CodeName[]) => names.map((name) => codes[name])

/** Named shapes go to `components`; those of a body get the suffix `Sent`, since what may be left out differs from an answer. */
const convert = (schema: z.ZodType, io: 'input' | 'output', components: Record<string, JsonSchema>): JsonSchema => {
  const whole = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      const members = jsonSchema['x-codes'] as JsonSchema['x-codes']
      if (members) jsonSchema.description = members.map((member) => `${member.code}: ${both(member)}`).join('; ')
    },
  })
  const { $schema: _dialect, $defs: named = {}, ...own } = whole
  const componentName = (name: string): string =>
    io === 'input' && typeof named[name] === 'object' && named[name].properties ? `${name}Sent` : name
  const moved = (part: object): JsonSchema =>
    JSON.parse(
      JSON.stringify(part).replaceAll(/"#\/\$defs\/(\w+)"/g, (_ref, name: string) =>
        JSON.stringify(ref(componentName(name)).$ref),
      ),
    ) as JsonSchema
  for (const [name, shape] of Object.entries(named)) {
    const { id: _id, ...rest } = shape as Record<string, unknown>
    const component = moved(rest)
    const known = components[componentName(name)]
    if (known && JSON.stringify(known) !== JSON.stringify(component)) throw new Error(`two different shapes are named ${name}`)
    components[componentName(name)] = component
  }
  return moved(own)
}

const withFile = (body: JsonSchema): JsonSchema => ({
  ...body,
  properties: { file: { type: 'string', format: 'binary' }, ...body.properties },
  required: ['file', ...(body.required ?? [])],
})

const operation = (domain: Domain, name: string, call: Call, components: Record<string, JsonSchema>): Operation => ({
  operationId: `${domain}.${name}`,
  tags: [domain],
  summary: call.describe.zh,
  description: call.planned ? `${call.describe.en}. ${both(codes.notAvailableYet)}.` : call.describe.en,
  'x-needs': call.needs,
  ...(call.planned ? { 'x-planned': true } : {}),
  'x-codes': listed(call.codes),
  security: call.needs === 'public' ? [] : [{ token: [] }],
  ...(call.method === 'GET' || call.body === nothing
    ? {}
    : {
        'x-body-limit': call.bodyLimit,
        requestBody: {
          required: !call.body.safeParse(undefined).success,
          content: call.upload
            ? { 'multipart/form-data': { schema: withFile(convert(call.body, 'input', components)) } }
            : { 'application/json': { schema: convert(call.body, 'input', components) } },
        },
      }),
  responses: {
    200: {
      description: both({
        zh: '信封；data 只在 code 为 200 时有此形状',
        en: 'The envelope; data has this shape only if code is 200',
      }),
      content: {
        'application/json': {
          schema: { allOf: [ref('Envelope'), { properties: { data: convert(call.data, 'output', components) } }] },
        },
      },
    },
    400: { $ref: '#/components/responses/malformed' },
    408: { $ref: '#/components/responses/tooSlow' },
    413: { $ref: '#/components/responses/tooLarge' },
    429: { $ref: '#/components/responses/tooManyRequests' },
    503: { $ref: '#/components/responses/notReady' },
  },
})

const transport = (name: CodeName, waits: boolean) => ({
  description: both(codes[name]),
  ...(waits
    ? {
        headers: {
          'Retry-After': { description: both({ zh: '等待秒数', en: 'Seconds to wait' }), schema: { type: 'integer' } },
        },
      }
    : {}),
  content: { 'application/json': { schema: ref('Envelope') } },
})

/** The whole contract as an OpenAPI 3.1 document. It is built anew on each call and kept nowhere: who serves it keeps its text. */
export const openApiDocument = (version: string): OpenApiDocument => {
  const schemas: Record<string, JsonSchema> = {
    Envelope: {
      type: 'object',
      description: both({ zh: '每个回答的信封', en: 'The envelope of every answer' }),
      properties: {
        code: { type: 'string', description: "'200', '10002', …" },
        msg: {
          type: 'string',
          description: both({ zh: '成功时为 success，否则为说明', en: 'success, or a sentence for people' }),
        },
        data: {},
      },
      required: ['code', 'msg', 'data'],
    },
  }
  const paths: Record<string, Partial<Record<'get' | 'post', Operation>>> = {}
  for (const [domain, calls] of Object.entries(domains) as [Domain, Readonly<Record<string, Call>>][]) {
    for (const [name, call] of Object.entries(calls)) {
      paths[call.path] = { [call.method === 'GET' ? 'get' : 'post']: operation(domain, name, call, schemas) }
    }
  }
  const general = listed(generalCodes).map((code) => `- \`${code.code}\` ${both(code)}`)
  return {
    openapi: '3.1.1',
    info: {
      title: '守望 Vigil',
      version,
      description: [
        '每个回答都是 `{ code, msg, data }`。`x-needs` 说明谁可以调用，`x-codes` 列出通用代码之外的代码，`x-body-limit` 为请求体的最大字节数，`x-planned` 标出尚未开放的接口。',
        'Every answer is `{ code, msg, data }`. `x-needs` says who may make a call, `x-codes` lists its codes beyond the general ones, `x-body-limit` is the most bytes of its body, `x-planned` marks a call that is not available yet.',
        general.join('\n'),
      ].join('\n\n'),
    },
    servers: [{ url: '/api' }],
    tags: (Object.keys(domains) as Domain[]).map((name) => ({ name, description: both(domainNames[name]) })),
    paths,
    components: {
      schemas,
      responses: {
        malformed: transport('malformed', false),
        tooSlow: transport('tooSlow', false),
        tooLarge: transport('tooLarge', false),
        tooManyRequests: transport('tooManyRequests', true),
        notReady: transport('notReady', true),
      },
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: both({ zh: '登录返回的令牌，原样放入', en: 'The token that login answered, as it is' }),
        },
      },
    },
  }
}
