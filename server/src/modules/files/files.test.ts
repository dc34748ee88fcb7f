import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { request as httpRequest, type ClientRequest } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { domains } from '@vigil/contract/index.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import {
  createFileSite,
  fetchFile,
  filesIn,
  formOf,
  png,
  sendForm,
  upload,
  uploadAddress,
  type FileSite,
  type UploadAnswer,
} from '../../../test/files.ts'
import { afterFile } from '../../../test/ends.ts'
import { temporaryFolder } from '../../../test/folder.ts'
import { workbookOf, workbookParts, zipped } from '../../../test/workbooks.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { DiskWatch } from '../../kernel/disk.ts'
import { createJournal } from '../../kernel/journal.ts'
import { transactionsOf } from '../../kernel/kernel.ts'
import { createLog } from '../../kernel/log.ts'
import { createSiteClock } from '../../kernel/time.ts'
import { createFileContents } from './contents.ts'
import { createFileService } from './service.ts'
import { createFileStore } from './store.ts'

const hashOf = (contents: string | Uint8Array): string => createHash('sha256').update(contents).digest('hex')
const placeOf = (contents: string | Uint8Array): string => `files/${hashOf(contents).slice(0, 2)}/${hashOf(contents)}`
const rowsOf = async (site: FileSite): Promise<Record<string, unknown>[]> =>
  (await site.db.raw<Record<string, unknown>>(site.db.sql, 'SELECT * FROM stored_file ORDER BY created_at')).rows
const journalOf = async (site: FileSite): Promise<Record<string, unknown>[]> =>
  (
    await site.db.raw<Record<string, unknown>>(
      site.db.sql,
      `SELECT action, object, object_id, before, after, person_id FROM journal WHERE module = 'files' ORDER BY id`,
    )
  ).rows

/** The body of a form, byte for byte as given. */
const multipart = (...parts: readonly string[]): string =>
  [...parts.map((part) => `--edge\r\n${part}\r\n`), '--edge--\r\n'].join('')
const filePart = (contents: string, name = 'a.txt', field = 'file'): string =>
  `Content-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n${contents}`
const sendRaw = async (site: FileSite, body: string, type = 'multipart/form-data; boundary=edge'): Promise<UploadAnswer> => {
  const headers = { authorization: site.adminToken, 'content-type': type, 'accept-language': 'zh' }
  const response = await fetch(uploadAddress(site), { method: 'POST', headers, body })
  return {
    status: response.status,
    headers: response.headers,
    ...((await response.json()) as Omit<UploadAnswer, 'status' | 'headers'>),
  }
}
/** An upload that its sender controls chunk by chunk. */
const openUpload = (site: FileSite, headers: Record<string, string | number> = {}): ClientRequest => {
  const request = httpRequest(uploadAddress(site), {
    method: 'POST',
    headers: { authorization: site.adminToken, 'content-type': 'multipart/form-data; boundary=edge', ...headers },
  })
  request.on('error', () => undefined)
  return request
}
const answerOf = (request: ClientRequest): Promise<[number, string]> =>
  new Promise((resolve, reject) => {
    request.once('error', reject)
    request.once('response', (response) => {
      response.once('data', (data: Buffer) =>
        resolve([response.statusCode ?? 0, (JSON.parse(String(data)) as { code: string }).code]),
      )
    })
  })

describe('uploads', () => {
  let site: FileSite
  beforeAll(async () => {
    site = await createFileSite({}, afterFile)
  })

  it('are kept whole, told by their content and journalled', async () => {
    const file = await upload(site, png, '现场 照片（一）.png')
    expect(file).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: '现场 照片（一）.png',
      size: png.length,
      type: 'image/png',
      url: `/api/files/${file.id}`,
    })
    expect(await readFile(join(site.dataDir, placeOf(png)))).toEqual(png)
    const [entry] = await journalOf(site)
    expect(entry).toMatchObject({ action: 'create', object: 'file', object_id: file.id })
    expect(entry?.['after']).toEqual({
      name: '现场 照片（一）.png',
      type: 'image/png',
      size: png.length,
      sha256: hashOf(png),
      purpose: 'attachment',
      deptId: null,
    })
    const response = await fetchFile(site, file)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png)
  })

  const gbk = Buffer.from('d0d5c3fb2cb9a4bac50ad5c5c8fd2c37', 'hex')
  it.each([
    ['a.jpg', 'image/jpeg', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['a.pdf', 'application/pdf', '%PDF-1.4\n%âãÏÓ\n'],
    ['a.csv', 'text/csv', '姓名,工号\n张三,7\n'],
    ['gbk.csv', 'text/csv', gbk],
    ['a.txt', 'text/plain', 'hello'],
    ['无扩展名', 'text/plain', 'hello'],
    ['a.mp3', 'audio/mpeg', 'ID3\u0004'],
    ['a.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', workbookOf('')],
    [
      'a.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      zipped({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<document/>' }),
    ],
  ])('%s is taken as %s', async (name, type, contents) => {
    const file = await upload(site, contents, name)
    expect(file.type).toBe(type)
    const response = await fetchFile(site, file)
    expect(response.headers.get('content-type')).toContain(type)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(contents as string))
  })

  describe('that are refused leave nothing, and say why:', () => {
    const nothingLeft = async (work: () => Promise<void>): Promise<void> => {
      const before = [(await rowsOf(site)).length, await filesIn(site)]
      await work()
      expect([(await rowsOf(site)).length, await filesIn(site)]).toEqual(before)
    }

    it.each<[string, string | Uint8Array, string, RegExp]>([
      ['an executable', Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), 'a.pdf', /不支持此类文件/],
      ['an executable called a text', Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), 'a.txt', /不支持此类文件/],
      ['a page', '<!DOCTYPE html><script>alert(1)</script>', 'a.txt', /网页、SVG 或 XML/],
      ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.png', /网页、SVG 或 XML/],
      ['a script', 'alert(1)', 'a.js', /文件名以 \.js 结尾，内容却是文本/],
      ['a picture under another name', png, 'a.pdf', /文件名以 \.pdf 结尾，内容却是PNG 图片/],
      ['a text called a picture', 'hello', 'a.png', /文件名以 \.png 结尾，内容却是文本/],
      ['nothing', '', 'a.txt', /文件是空的/],
      ['an archive', zipped({ 'a.txt': 'a' }), 'a.xlsx', /不支持此类文件/],
      ['a broken archive', Buffer.from('504b0304000000', 'hex'), 'a.xlsx', /已损坏/],
      ['a workbook with macros', zipped({ ...workbookParts(''), 'xl/vbaProject.bin': 'a' }), 'a.xlsx', /含有宏/],
      ['an old workbook', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), 'a.xls', /旧版 Office 文件/],
      ['a large picture', Buffer.concat([png, Buffer.alloc(20 * 1024 * 1024)]), 'a.png', /图片不能超过 20 MB/],
    ])('%s', async (_, contents, name, reason) =>
      nothingLeft(async () => {
        const answer = await sendForm(site, formOf(contents, name))
        expect(answer).toMatchObject({ status: 200, code: 'fileRejected', data: null })
        expect(answer.msg).toMatch(reason)
      }),
    )

    it('in English too', async () => {
      const answer = await sendForm(site, formOf(png, 'a.pdf'), site.adminToken, 'en')
      expect(answer.msg).toBe('The file was not accepted: its name ends in .pdf, but its content is a PNG picture')
    })

    it('a form without a file', () =>
      nothingLeft(async () => {
        const empty = { status: 200, code: 'invalidInput', data: { field: 'file' } }
        const form = new FormData()
        form.append('purpose', 'import')
        expect(await sendForm(site, form)).toMatchObject(empty)
        expect(await sendRaw(site, '{}', 'application/json')).toMatchObject(empty)
        expect(await sendRaw(site, multipart('Content-Disposition: form-data; name="file"\r\n\r\nno file'))).toMatchObject(empty)
      }))

    it('two files, or one in another field', () =>
      nothingLeft(async () => {
        const two = formOf('one', 'a.txt')
        two.append('file', new Blob(['two']), 'b.txt')
        expect(await sendForm(site, two)).toMatchObject({
          status: 200,
          code: 'fileRejected',
          msg: expect.stringContaining('一次只能上传一个文件'),
        })
        const elsewhere = multipart(filePart('a', 'a.txt', 'attachment'))
        expect(await sendRaw(site, elsewhere)).toMatchObject({ code: 'fileRejected', msg: expect.stringContaining('file 字段') })
      }))

    it('fields that the call does not take', () =>
      nothingLeft(async () => {
        for (const [fields, field] of [
          [{ purpose: 'export' }, 'purpose'],
          [{ purpose: '' }, 'purpose'],
          [{ deptId: 'x' }, 'deptId'],
        ] as const) {
          expect(await sendForm(site, formOf('a', 'a.txt', fields))).toMatchObject({ code: 'invalidInput', data: { field } })
        }
        expect(await sendForm(site, formOf('a', 'a.txt', { deptId: '999999' }))).toMatchObject({ code: 'notFound' })
        const many = multipart(
          ...Array.from({ length: 20 }, (_, at) => `Content-Disposition: form-data; name="f${at}"\r\n\r\na`),
          filePart('a'),
        )
        expect((await sendRaw(site, many)).status).toBe(413)
        const polluting = multipart('Content-Disposition: form-data; name="__proto__"\r\n\r\na', filePart('a'))
        expect((await sendRaw(site, polluting)).status).toBe(400)
      }))

    it.each([
      ['does not end', `--edge\r\n${filePart('hello')}`],
      ['ends in a header', '--edge\r\nContent-Disposition: form-da'],
      ['has another boundary', `--other\r\n${filePart('hello')}\r\n--other--\r\n`],
    ])('a form that %s', (_, body) =>
      nothingLeft(async () => {
        const answer = await sendRaw(site, body)
        expect(answer).toMatchObject({ status: 200, code: 'fileRejected', msg: '文件未被接受：上传内容不完整，请重新上传' })
      }),
    )

    it('a form that names no boundary', () =>
      nothingLeft(async () => {
        expect(await sendRaw(site, multipart(filePart('a')), 'multipart/form-data')).toMatchObject({ code: 'fileRejected' })
      }))

    it('more than 50 MB, announced or not', () =>
      nothingLeft(async () => {
        const announced = openUpload(site, { 'content-length': 60 * 1024 * 1024 })
        announced.flushHeaders()
        expect(await answerOf(announced)).toEqual([413, 'tooLarge'])
        announced.destroy()

        const silent = openUpload(site)
        silent.write(`--edge\r\n${filePart('')}`)
        const answer = answerOf(silent)
        const chunk = Buffer.alloc(1024 * 1024, 'a')
        for (let sent = 0; sent < 52; sent++) silent.write(chunk)
        expect(await answer).toEqual([413, 'tooLarge'])
        silent.destroy()
      }))

    it('a stream without end', () =>
      nothingLeft(async () => {
        const endless = openUpload(site, { authorization: 'nobody' })
        const closed = new Promise((resolve) => endless.once('close', resolve))
        endless.write(`--edge\r\n${filePart('')}`)
        expect(await answerOf(endless)).toEqual([403, '10002'])
        const chunk = Buffer.alloc(4 * 1024 * 1024, 'a')
        while (!endless.destroyed) await Promise.race([closed, new Promise((sent) => endless.write(chunk, sent))])
      }))

    it('a connection that breaks off', () =>
      nothingLeft(async () => {
        const before = await filesIn(site)
        const request = openUpload(site)
        request.write(`--edge\r\n${filePart('a'.repeat(300_000))}`)
        await expect.poll(async () => (await filesIn(site)).length).toBe(before.length + 1)
        request.destroy()
        await expect.poll(async () => filesIn(site)).toEqual(before)
      }))

    it('from who may not', () =>
      nothingLeft(async () => {
        const nobody = await site.makeUser({ name: 'nobody', permissions: ['trackRealMgmt'] })
        expect(await sendForm(site, formOf('a', 'a.txt'), nobody.token)).toMatchObject({ status: 200, code: 'forbidden' })
        expect(await sendForm(site, formOf('a', 'a.txt'), 'no such token')).toMatchObject({ status: 200, code: '10002' })
        expect(await sendForm(site, formOf(Buffer.alloc(3_000_000, 'a'), 'a.txt'), '')).toMatchObject({ code: '10002' })
        // A cookie is for reading alone.
        const cookie = `vigil_session=${site.adminToken}`
        const byCookie = await fetch(uploadAddress(site), { method: 'POST', headers: { cookie }, body: formOf('a', 'a.txt') })
        expect(await byCookie.json()).toMatchObject({ code: '10002' })
      }))
  })

  it('may have 50 MB', async () => {
    const contents = Buffer.alloc(50 * 1024 * 1024, 'a line of text\n')
    const file = await upload(site, contents, 'large.txt')
    expect(file.size).toBe(contents.length)
    expect(hashOf(await readFile(join(site.dataDir, placeOf(contents))))).toBe(hashOf(contents))
  })
})

it('takes no file that the database does not know, and leaves nothing of it', async () => {
  const site = await createFileSite()
  await site.db.raw(
    site.db.sql,
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a fault in the middle'; END $$`,
  )
  for (const fault of [
    'CREATE TRIGGER fault BEFORE INSERT ON stored_file FOR EACH ROW EXECUTE FUNCTION refuse()',
    'CREATE CONSTRAINT TRIGGER fault AFTER INSERT ON stored_file DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()',
  ]) {
    await site.db.raw(site.db.sql, fault)
    expect(await sendForm(site, formOf('a', 'a.txt'))).toMatchObject({ status: 500, code: 'failed' })
    expect(await filesIn(site)).toEqual([])
    expect(await journalOf(site)).toEqual([])
    await site.db.raw(site.db.sql, 'DROP TRIGGER fault ON stored_file')
  }
  await upload(site, 'a', 'a.txt')
  expect(await filesIn(site)).toEqual([placeOf('a')])
})

it('lets one session upload 60 files a minute', async () => {
  const site = await createFileSite()
  for (let at = 0; at < 60; at++) expect((await sendForm(site, formOf('', 'a.txt'))).code).toBe('fileRejected')
  const refused = await sendForm(site, formOf('a', 'a.txt'))
  expect(refused).toMatchObject({ status: 429, code: 'tooManyRequests' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const other = await site.makeUser({ name: 'other', permissions: ['userMgmt:edit'] })
  await upload(site, 'a', 'a.txt', { token: other.token })
})

const mayMount =
  spawnSync('sh', ['-c', 'd=$(mktemp -d) && mount -t tmpfs none $d && umount $d; s=$?; rmdir $d; exit $s']).status === 0
it.runIf(mayMount)('refuses files when the disk is nearly full, and says when to come again', async () => {
  const dataDir = await temporaryFolder()
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=100m', 'vigil-test', dataDir])
  onTestFinished(() => void spawnSync('umount', [dataDir]))
  const site = await createFileSite({ dataDir })
  const refused = await sendForm(site, formOf('a', 'a.txt'))
  expect([refused.status, refused.code, refused.headers.get('retry-after')]).toEqual([503, 'notReady', '2'])
  expect(await filesIn(site)).toEqual([])
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'remount,size=2g', 'vigil-test', dataDir])
  await upload(site, 'a', 'a.txt')
})

describe('a file', () => {
  it('is told to the browser as what it is, to be saved and not to be run', async () => {
    const site = await createFileSite()
    const text = await upload(site, '姓名,工号\n', '名单 "2026", 50%\'.csv')
    const { headers } = await fetchFile(site, text)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': expect.stringMatching(/^text\/csv/),
      'content-length': '14',
      'content-disposition': `attachment; filename="__ _2026_, 50_'.csv"; filename*=UTF-8''%E5%90%8D%E5%8D%95%20_2026_%2C%2050%25%27.csv`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=300',
      etag: `"${hashOf('姓名,工号\n')}"`,
      vary: expect.stringContaining('Cookie'),
      'cross-origin-resource-policy': 'same-origin',
    })
    const picture = await fetchFile(site, await upload(site, png, 'a.png'))
    expect(picture.headers.get('content-disposition')).toBe(`inline; filename="a.png"; filename*=UTF-8''a.png`)
    expect(picture.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  })

  it('is not sent again to who has it', async () => {
    const site = await createFileSite()
    const file = await upload(site, 'hello', 'a.txt')
    const tag = `"${hashOf('hello')}"`
    const known = await fetchFile(site, file, site.adminToken, { headers: { 'if-none-match': `"other", ${tag}` } })
    expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', tag])
    expect((await fetchFile(site, file, site.adminToken, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  it('is sent in parts', async () => {
    const site = await createFileSite()
    const file = await upload(site, 'ID30123456789', 'a.mp3')
    const part = async (range: string, more: Record<string, string> = {}) => {
      const response = await fetchFile(site, file, site.adminToken, { headers: { range, ...more } })
      return [response.status, response.headers.get('content-range'), await response.text()]
    }
    expect(await part('bytes=3-5')).toEqual([206, 'bytes 3-5/13', '012'])
    expect(await part('bytes=10-')).toEqual([206, 'bytes 10-12/13', '789'])
    expect(await part('bytes=-2')).toEqual([206, 'bytes 11-12/13', '89'])
    expect(await part('bytes=13-')).toEqual([416, 'bytes */13', ''])
    expect(await part('bytes=0-1,4-5')).toEqual([200, null, 'ID30123456789'])
    expect(await part('bytes=0-1', { 'if-range': `"${hashOf('ID30123456789')}"` })).toEqual([206, 'bytes 0-1/13', 'ID'])
    expect(await part('bytes=0-1', { 'if-range': '"older"' })).toEqual([200, null, 'ID30123456789'])
  })

  it('answers HEAD with its headers alone', async () => {
    const site = await createFileSite()
    const file = await upload(site, 'hello', 'a.txt')
    const response = await fetchFile(site, file, site.adminToken, { method: 'HEAD' })
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '5', ''])
    expect((await fetchFile(site, { url: `/api/files/${'0'.repeat(32)}` }, site.adminToken, { method: 'HEAD' })).status).toBe(404)
  })

  it('is read by the cookie too, but by nobody without a session', async () => {
    const site = await createFileSite()
    const file = await upload(site, 'hello', 'a.txt')
    const byCookie = (token: string) => fetchFile(site, file, null, { headers: { cookie: `vigil_session=${token}` } })
    expect(await (await byCookie(site.adminToken)).text()).toBe('hello')
    expect(await (await fetchFile(site, file, `Bearer ${site.adminToken}`)).text()).toBe('hello')
    for (const response of [
      await fetchFile(site, file, null),
      await byCookie('nonsense'),
      await fetchFile(site, file, 'nonsense'),
    ]) {
      expect([response.status, await response.json()]).toEqual([
        401,
        { code: '10002', msg: '登录已失效，请重新登录', data: null },
      ])
    }
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await fetchFile(site, file, site.adminToken, { method })).status).toBe(404)
    }
    const { token } = await site.makeUser({ name: 'leaver', permissions: ['userMgmt:edit'] })
    expect((await fetchFile(site, file, token)).status).toBe(200)
    await site.clientOf(token).ask(sessionCalls.logout, undefined)
    expect((await fetchFile(site, file, token)).status).toBe(401)
    const fresh = { userName: 'fresh', cname: 'fresh', workNum: 'F1', canLogin: true, password: 'first-Pass-9182', roleIds: [] }
    await site.admin.ask(accountCalls.saveUser, fresh)
    const first = await site.clientOf(null).ask(sessionCalls.login, { userName: 'fresh', password: 'first-Pass-9182' })
    expect((await fetchFile(site, file, first)).status).toBe(401)
  })

  it('is there for nobody who does not see its department', async () => {
    const site = await createFileSite()
    const [mill, kiln] = [await site.makeDept('水泥磨'), await site.makeDept('回转窑')]
    const permissions = ['userMgmt:edit']
    const miller = await site.makeUser({ name: 'miller', permissions, scope: 'own', deptId: mill })
    const burner = await site.makeUser({ name: 'burner', permissions, scope: 'own', deptId: kiln })
    const seen = async (file: { url: string }) =>
      Promise.all([site.adminToken, miller.token, burner.token].map(async (token) => (await fetchFile(site, file, token)).status))
    expect(await seen(await upload(site, 'all', 'a.txt'))).toEqual([200, 200, 200])
    // Who sees less than the whole site brings nothing for everybody.
    expect(await seen(await upload(site, 'his', 'a.txt', { token: miller.token }))).toEqual([200, 200, 404])
    const stray = await site.makeUser({ name: 'stray', permissions, scope: 'own' })
    expect(await sendForm(site, formOf('a', 'a.txt'), stray.token)).toMatchObject({
      code: 'forbidden',
      data: { field: 'deptId' },
    })
    expect(await seen(await upload(site, 'mill', 'a.txt', { token: miller.token, deptId: mill }))).toEqual([200, 200, 404])
    expect(await seen(await upload(site, 'by admin', 'a.txt', { deptId: kiln }))).toEqual([200, 404, 200])
    expect(await seen(await upload(site, 'import', 'a.txt', { token: miller.token, purpose: 'import' }))).toEqual([404, 200, 404])
    expect(await sendForm(site, formOf('a', 'a.txt', { deptId: kiln }), miller.token)).toMatchObject({ code: 'notFound' })
  })

  it('is at its address and at no other', async () => {
    const site = await createFileSite()
    const file = await upload(site, 'hello', 'a.txt')
    await writeFile(join(site.dataDir, 'secret'), 'secret')
    const raw = (path: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(site.origin)
        const socket = connect(Number(port), hostname, () =>
          socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${site.adminToken}\r\nConnection: close\r\n\r\n`),
        )
        let text = ''
        socket.on('data', (data) => (text += String(data)))
        socket.on('error', reject)
        socket.on('close', () => resolve(text))
      })
    const hash = hashOf('hello')
    for (const path of [
      '../secret',
      '..%2fsecret',
      '%2e%2e%2f%2e%2e%2fsecret',
      '..%5csecret',
      `${hash.slice(0, 2)}%2f${hash}`,
      hash,
      'secret%00',
      `${file.id}%00`,
      `${file.id}%0a`,
      file.id.toUpperCase().replace(/^\d+$/, 'A'),
      `${file.id}/`,
      '',
      '__proto__',
      '0'.repeat(32),
    ]) {
      const answer = await raw(`/api/files/${path}`)
      expect(answer.slice(0, answer.indexOf('\r\n')), path).toMatch(/^HTTP\/1.1 40[04]/)
      expect(answer, path).not.toMatch(/secret\s*$|hello/)
    }
    expect(await raw(file.url)).toMatch(/^HTTP\/1.1 200[^]*hello$/)
  })

  it('is told as missing when its contents are', async () => {
    const site = await createFileSite()
    const file = await upload(site, 'hello', 'a.txt')
    await rm(join(site.dataDir, placeOf('hello')))
    const response = await fetchFile(site, file)
    expect([response.status, await response.json()]).toEqual([404, { code: 'notFound', msg: '文件不存在或已删除', data: null }])
  })
})

describe('clearing', () => {
  it('takes the contents with the last file that has them', async () => {
    const site = await createFileSite()
    const [first, second, other] = [
      await upload(site, 'same', 'one.txt'),
      await upload(site, 'same', 'two.txt'),
      await upload(site, 'other', 'three.txt'),
    ]
    expect(first.id).not.toBe(second.id)
    expect((await filesIn(site)).sort()).toEqual([placeOf('same'), placeOf('other')].sort())

    expect(await site.admin.ask(domains.files.clearAttachmentFile, { id: first.id })).toBeNull()
    expect((await fetchFile(site, first)).status).toBe(404)
    expect(await (await fetchFile(site, second)).text()).toBe('same')

    await site.admin.ask(domains.files.clearAttachmentFile, { id: second.id })
    expect(await filesIn(site)).toEqual([placeOf('other')])
    expect(await (await fetchFile(site, other)).text()).toBe('other')
    expect((await rowsOf(site)).map((row) => row['deleted_at'] !== null)).toEqual([true, true, false])
    expect((await journalOf(site)).slice(3)).toMatchObject([
      { action: 'delete', object_id: first.id, before: { name: 'one.txt', sha256: hashOf('same') } },
      { action: 'delete', object_id: second.id, before: { name: 'two.txt' } },
    ])

    const again = await upload(site, 'same', 'four.txt')
    expect(await (await fetchFile(site, again)).text()).toBe('same')
  })

  it('is for who brought it and for administrators', async () => {
    const site = await createFileSite()
    const permissions = ['userMgmt:edit']
    const [owner, other] = [
      await site.makeUser({ name: 'owner', permissions }),
      await site.makeUser({ name: 'other', permissions }),
    ]
    const clear = async (client: typeof site.admin, id: string) =>
      (await client.send(domains.files.clearAttachmentFile, { id })).code
    const attached = await upload(site, 'a', 'a.txt', { token: owner.token })
    expect(await clear(other.client, attached.id)).toBe('forbidden')
    expect(await clear(owner.client, attached.id)).toBe('200')
    expect(await clear(owner.client, attached.id)).toBe('notFound')
    const imported = await upload(site, 'b', 'b.txt', { token: owner.token, purpose: 'import' })
    expect(await clear(other.client, imported.id)).toBe('notFound')
    expect(await clear(site.admin, imported.id)).toBe('200')
    expect(await clear(site.admin, '0'.repeat(32))).toBe('notFound')
    expect(await clear(site.admin, '1')).toBe('invalidInput')
  })

  it('leaves contents to an upload of the same that is just being made', async () => {
    const site = await createFileSite()
    const first = await upload(site, 'the same', 'a.txt')
    await site.db.raw(
      site.db.sql,
      `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$`,
    )
    await site.db.raw(site.db.sql, 'CREATE TRIGGER held BEFORE INSERT ON stored_file FOR EACH ROW EXECUTE FUNCTION wait()')
    const waiting = async (): Promise<number> => {
      const locks = `SELECT count(*) AS count FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
        WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`
      return Number((await site.db.raw<{ count: string }>(site.db.sql, locks)).rows[0]?.count)
    }
    const { kept, cleared } = await site.db.transaction(async (trx) => {
      await site.db.raw(trx, 'SELECT pg_advisory_xact_lock(1)')
      const kept = upload(site, 'the same', 'b.txt')
      await expect.poll(waiting).toBe(1)
      let done = false
      const cleared = site.admin.ask(domains.files.clearAttachmentFile, { id: first.id }).then(() => (done = true))
      await expect.poll(async () => done || (await waiting()) === 2).toBe(true)
      return { kept, cleared }
    })
    await cleared
    expect(await (await fetchFile(site, await kept)).text()).toBe('the same')
    expect((await fetchFile(site, first)).status).toBe(404)
  })
})

describe('the server itself', () => {
  const serviceOf = (site: FileSite, now: () => number = Date.now) => {
    const clock = createSiteClock('Asia/Shanghai', now)
    const kernel = {
      transaction: transactionsOf(site.db, createLog('silent')),
      journal: createJournal(site.db, now),
      clock,
      log: createLog('silent'),
      disk: { requireRoom: () => undefined } as DiskWatch,
    }
    return createFileService(kernel, createFileStore({ db: site.db, clock }), createFileContents(site.dataDir))
  }
  const askedBy = async (site: FileSite, { client }: { client: typeof site.admin }): Promise<Asked> => {
    const { id: userId, cname } = await client.ask(sessionCalls.getInfo, undefined)
    const caller = { userId, cname, deptName: '', administrator: false, scope: { all: false, deptIds: new Set<string>() } }
    return { caller, ip: '', userAgent: '', since: Date.now() } as unknown as Asked
  }

  it('writes files for somebody, who alone reads an export', async () => {
    const site = await createFileSite()
    const [owner, other] = [
      await site.makeUser({ name: 'owner', permissions: [] }),
      await site.makeUser({ name: 'other', permissions: [] }),
    ]
    const files = serviceOf(site)
    const asked = await askedBy(site, owner)
    const exported = { name: '导出.csv', type: 'text/csv', purpose: 'export', deptId: null } as const
    const file = await files.create(exported, asked, (path) => writeFile(path, 'a,b\r\n'))
    expect(file).toMatchObject({ name: '导出.csv', size: 5, type: 'text/csv' })
    expect(await (await fetchFile(site, file, owner.token)).text()).toBe('a,b\r\n')
    for (const token of [other.token, site.adminToken]) expect((await fetchFile(site, file, token)).status).toBe(404)
    expect(await filesIn(site)).toEqual([placeOf('a,b\r\n')])

    const broken = files.create(exported, asked, async (path) => {
      await writeFile(path, 'half')
      throw new Error('the rows ended early')
    })
    await expect(broken).rejects.toThrow('the rows ended early')
    expect(await filesIn(site)).toEqual([placeOf('a,b\r\n')])
    const opened = await files.open(file.id, asked.caller)
    expect(opened).toMatchObject({ name: '导出.csv', size: 5, path: join(site.dataDir, placeOf('a,b\r\n')) })
    await expect(files.open(file.id, { ...asked.caller, userId: '0' })).rejects.toMatchObject({ codeName: 'notFound' })
  })

  it('removes what was imported and exported after its days, and no attachment', async () => {
    const site = await createFileSite()
    const imported = await upload(site, 'imported', 'a.csv', { purpose: 'import' })
    const young = await upload(site, 'young', 'b.csv', { purpose: 'import' })
    const attached = await upload(site, 'attached', 'c.txt')
    const sameContents = await upload(site, 'imported', 'd.txt')
    await site.db.raw(
      site.db.sql,
      `UPDATE stored_file SET created_at = created_at - CASE id WHEN $1 THEN interval '1 day' ELSE interval '9 days' END`,
      [young.id],
    )
    const before = (await journalOf(site)).length
    await serviceOf(site).keepHouse(10)
    expect(await filesIn(site)).toHaveLength(3)
    await serviceOf(site).keepHouse(7)
    expect(
      await Promise.all([imported, young, attached, sameContents].map(async (file) => (await fetchFile(site, file)).status)),
    ).toEqual([404, 200, 200, 200])
    expect((await journalOf(site)).slice(before)).toMatchObject([
      { action: 'delete', object: 'file', person_id: null, before: { files: 1 } },
    ])
    await serviceOf(site).keepHouse(1)
    expect((await filesIn(site)).sort()).toEqual([placeOf('imported'), placeOf('attached')].sort())
    await serviceOf(site).keepHouse(1)
    expect(await journalOf(site)).toHaveLength(before + 2)
  })

  it('sweeps what nothing names, and nothing else', async () => {
    const site = await createFileSite()
    await serviceOf(site).keepHouse(7)
    await upload(site, 'named', 'a.txt')
    const orphan = join(site.dataDir, placeOf('orphan'))
    await mkdir(join(orphan, '..'), { recursive: true })
    await writeFile(orphan, 'orphan')
    await writeFile(join(site.dataDir, 'files', 'README'), 'a note of somebody')
    const [old, young] = ['old', 'young'].map((name) => join(site.dataDir, 'files/incoming', name)) as [string, string]
    for (const path of [old, young]) await writeFile(path, 'a part')
    const longAgo = new Date(Date.now() - 7 * 3_600_000)
    await utimes(old, longAgo, longAgo)
    await serviceOf(site).keepHouse(7)
    expect((await filesIn(site)).sort()).toEqual(['files/README', 'files/incoming/young', placeOf('named')].sort())
  })
})

describe('a QR code', () => {
  const draw = async (site: FileSite, body: { text: string; size?: number }) => site.admin.send(domains.files.createQrCode, body)

  it('is a picture of the size that was asked for', async () => {
    const site = await createFileSite()
    for (const [body, size] of [
      [{ text: '工牌 00123' }, 256],
      [{ text: 'https://example.org/a?b=c', size: 512 }, 512],
    ] as const) {
      const { data } = await draw(site, body)
      const [type, encoded = ''] = data?.dataUrl.split(',') ?? []
      const picture = Buffer.from(encoded, 'base64')
      expect(type).toBe('data:image/png;base64')
      expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([size, size])
    }
    expect((await draw(site, { text: 'a' })).data).not.toEqual((await draw(site, { text: 'b' })).data)
  })

  it('holds as much as fits, and refuses the rest', async () => {
    const site = await createFileSite()
    expect((await draw(site, { text: '水泥'.repeat(490) })).code).toBe('200')
    expect(await draw(site, { text: '水泥'.repeat(500) })).toMatchObject({ code: 'invalidInput', data: { field: 'text' } })
    for (const body of [
      { text: '' },
      { text: 'a'.repeat(1001) },
      { text: 'a', size: 127 },
      { text: 'a', size: 1025 },
      { text: 'a', size: 200.5 },
    ]) {
      expect((await draw(site, body)).code).toBe('invalidInput')
    }
  })
})
