import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from './config.ts'
import { port } from './variables.ts'

const good = { DATABASE_URL: 'postgres://vigil@127.0.0.1/vigil' }

it('has a default for everything but the database, and takes an empty variable for an absent one', () => {
  expect(readConfig({ ...good, PORT: '', VIGIL_TLS_CERT: '' })).toMatchObject({ port: 8080, host: '127.0.0.1', tls: null })
})

it('has passwords hashed at the full cost, whatever else is set', () => {
  const { hashCost } = readConfig({ ...good, VIGIL_DEMO: '1', VIGIL_HASH_COST: '1', VIGIL_HASHCOST: '1', HASH_COST: '1' })
  expect(hashCost).toEqual({ memoryCost: 19 * 1_024, timeCost: 2, parallelism: 1 })
})

it.each([
  [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL must begin with postgres/],
  [{ PORT: 'abc' }, /PORT 须为 0 到 65535 的整数，0 为任意空闲端口 \/ must be a whole number from 0 to 65535/],
  [{ VIGIL_TIME_ZONE: 'Moon/Base' }, /VIGIL_TIME_ZONE is not a time zone/],
  [{ VIGIL_ADMIN_PASSWORD: 'short' }, /VIGIL_ADMIN_PASSWORD：密码至少 10 个字符 \/ A password needs at least 10 characters/],
  [{ VIGIL_ADMIN_PASSWORD: 'a'.repeat(129) }, /VIGIL_ADMIN_PASSWORD：密码最多 128 个字符/],
  [{ VIGIL_ADMIN_PASSWORD: 'The-Admin-4711' }, /VIGIL_ADMIN_PASSWORD：密码不能包含账号/],
  [{ VIGIL_ADMIN_PASSWORD: 'Vigil@2026!' }, /VIGIL_ADMIN_PASSWORD：密码过于常见/],
  [{ HOST: '0.0.0.0' }, /HOST=0\.0\.0\.0.*VIGIL_TLS_CERT/],
  [
    { VIGIL_TRUST_PROXY: '1' },
    /VIGIL_TRUST_PROXY 须为反向代理的地址.*例如 127\.0\.0\.1 \/ must be the addresses of the reverse proxies/,
  ],
  [{ VIGIL_TRUST_PROXY: 'the proxy' }, /VIGIL_TRUST_PROXY/],
  [{ VIGIL_TRUST_PROXY: '0.0.0.0/0' }, /VIGIL_TRUST_PROXY/],
  [{ VIGIL_TRUST_PROXY: '10.0.0.0/99' }, /VIGIL_TRUST_PROXY/],
  [{ VIGIL_TLS_CERT: '/nowhere/tls.crt' }, /须同时设置/],
  [
    { VIGIL_TLS_CERT: '/nowhere/tls.crt', VIGIL_TLS_KEY: '/nowhere/tls.key' },
    /VIGIL_TLS_CERT=\/nowhere\/tls\.crt 无法读取 \/ cannot be read: ENOENT/,
  ],
])('refuses %j with a sentence that names the variable', (wrong, sentence) => {
  expect(() => readConfig({ ...good, ...wrong })).toThrow(sentence)
})

it.each(['127.0.0.1', 'loopback, 10.0.0.0/8', '::1,fd00::/8'])('takes %s for trusted proxies', (trusted) => {
  expect(readConfig({ ...good, HOST: '0.0.0.0', VIGIL_TRUST_PROXY: trusted })).toMatchObject({ trustProxy: trusted })
})

it('refuses a certificate and a key that are none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vigil-tls-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'tls.pem')
  await writeFile(path, 'no certificate')
  expect(() => readConfig({ ...good, VIGIL_TLS_CERT: path, VIGIL_TLS_KEY: path })).toThrow(/不是一对可用的 PEM/)
})

const cranes = { VIGIL_CRANES_PORT: port(7_305) }
it.each([
  [undefined, 7_305],
  ['', 7_305],
  ['0', 0],
  ['65535', 65_535],
])('reads what a domain declares: %j is %i', (given, read) => {
  expect(readConfig({ ...good, VIGIL_CRANES_PORT: given }, { cranes }).variables).toEqual({ VIGIL_CRANES_PORT: read })
})

it.each(['65536', '-1', '1.5', ' ', 'crane'])('refuses %j for the port of a gateway', (wrong) => {
  expect(() => readConfig({ ...good, VIGIL_CRANES_PORT: wrong }, { cranes })).toThrow(
    /VIGIL_CRANES_PORT 须为 0 到 65535 的整数，0 为任意空闲端口 \/ must be a whole number from 0 to 65535, 0 for any free port/,
  )
})

it('refuses a variable that two declare', () => {
  expect(() => readConfig(good, { cranes, hoists: cranes })).toThrow('cranes and hoists both declare VIGIL_CRANES_PORT')
  const site = { VIGIL_DEMO: port(1) }
  expect(() => readConfig(good, { site })).toThrow('site and server both declare VIGIL_DEMO')
})
