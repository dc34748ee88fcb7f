import { spawn, type ChildProcess } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { freePort } from './product.ts'

/** Kamailio, rtpengine and baresip on this machine, each started for one test with what `deploy/` has for it. */

const deploy = resolve(import.meta.dirname, '../../deploy')
/** Milliseconds for a program to listen, and to end by itself. */
const [startsWithin, endsWithin] = [20_000, 5_000] as const

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/bin']
const find = (program: string): string | undefined =>
  folders.map((folder) => join(folder, program)).find((file) => existsSync(file))

/** Those of them that are not installed. */
export const missingPrograms = (programs: readonly string[]): string[] =>
  programs.filter((program) => find(program) === undefined)

interface Running {
  readonly child: ChildProcess
  /** What it said so far. */
  readonly said: () => string
  readonly over: Promise<void>
  readonly end: () => Promise<void>
}

const run = (program: string, args: readonly string[]): Running => {
  const child = spawn(find(program) ?? program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-20_000)
    })
  const over = new Promise<void>((done) => {
    child.once('exit', () => done())
    child.once('error', (error) => {
      output += String(error)
      done()
    })
  })
  return {
    child,
    said: () => output,
    over,
    end: async () => {
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), endsWithin)
      await over
      clearTimeout(late)
    },
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })

/** Until a program listens there; rejects with what it said where it does not. */
const listening = async ({ child, said }: Running, port: number): Promise<void> => {
  const until = Date.now() + startsWithin
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`nobody listens at ${port}:\n${said()}`)
    await new Promise((done) => setTimeout(done, 50))
  }
}

/** Until rtpengine answers a ping at its control port. */
const controllable = async ({ child, said }: Running, port: number): Promise<void> => {
  const socket = createSocket('udp4')
  const answered = new Promise<void>((done) => socket.once('message', () => done()))
  // Nobody is there yet.
  socket.on('error', () => undefined)
  socket.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const asking = setInterval(() => socket.send('1 d7:command4:pinge', () => undefined), 50)
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
  }, startsWithin)
  const failed = (async (): Promise<void> => {
    while (child.exitCode === null && !isLate) await new Promise((done) => setTimeout(done, 50).unref())
    throw new Error(`rtpengine does not answer:\n${said()}`)
  })()
  try {
    await Promise.race([answered, failed])
  } finally {
    clearInterval(asking)
    clearTimeout(late)
    isLate = true
    failed.catch(() => undefined)
    socket.close()
  }
}

export interface SipEngine {
  /** Where plain devices register, by UDP. */
  readonly sipPort: number
  readonly said: () => string
  readonly end: () => Promise<void>
}

/** Kamailio and rtpengine; `at` is where the server answers, `host:port`. */
export const startSipEngine = async (site: {
  readonly at: string
  readonly key: string
  readonly wsPort: number
}): Promise<SipEngine> => {
  const folder = await mkdtemp(join(tmpdir(), 'vigil-sip-'))
  const [sipPort, controlPort] = [await freePort(), await freePort()]
  await copyFile(join(deploy, 'kamailio/kamailio.cfg'), join(folder, 'kamailio.cfg'))
  const local = [
    `#!substdef "!VIGIL_KEY!${site.key}!g"`,
    `#!substdef "!VIGIL_AT!${site.at}!g"`,
    `#!define VIGIL_WS_PORT ${site.wsPort}`,
    `#!define VIGIL_SIP_PORT ${sipPort}`,
    `#!substdef "!VIGIL_RTPENGINE!127.0.0.1:${controlPort}!g"`,
  ]
  await writeFile(join(folder, 'vigil-local.cfg'), `${local.join('\n')}\n`)
  const media = run('rtpengine', [
    `--config-file=${join(deploy, 'rtpengine/rtpengine.conf')}`,
    `--listen-ng=127.0.0.1:${controlPort}`,
    `--pidfile=${join(folder, 'rtpengine.pid')}`,
    '--foreground',
    '--log-stderr',
  ])
  const started = [media]
  const end = async (): Promise<void> => {
    await Promise.all(started.map((one) => one.end()))
    await rm(folder, { recursive: true, force: true })
  }
  const said = (): string => started.map((one) => one.said()).join('\n')
  try {
    // Kamailio asks for it as it starts.
    await controllable(media, controlPort)
    const kamailio = run('kamailio', ['-DD', '-E', '-f', join(folder, 'kamailio.cfg'), '-Y', folder, '-P', join(folder, 'pid')])
    started.push(kamailio)
    await listening(kamailio, site.wsPort)
  } catch (error) {
    await end()
    throw error
  }
  return { sipPort, said, end }
}

/** Whether coturn, as `deploy/` has it, relays for these logins, each by itself; what is relayed stays on this machine. */
export const relaysFor = async (
  secret: string,
  logins: readonly { readonly user: string; readonly password: string }[],
): Promise<boolean[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'vigil-turn-'))
  const port = await freePort()
  const shipped = await readFile(join(deploy, 'coturn/turnserver.conf'), 'utf8')
  const own = shipped
    .replace(/^static-auth-secret=.*$/m, `static-auth-secret=${secret}`)
    .replace(/^listening-port=.*$/m, `listening-port=${port}`)
  await writeFile(join(folder, 'turnserver.conf'), `${own}allow-loopback-peers\n`)
  const files = ['-c', join(folder, 'turnserver.conf'), '--pidfile', join(folder, 'pid'), '--db', join(folder, 'db')]
  const relay = run('turnserver', [...files, '--log-file', 'stdout', '--simple-log'])
  try {
    await listening(relay, port)
    const relayed: boolean[] = []
    for (const { user, password } of logins) {
      const client = run('turnutils_uclient', [
        '-y',
        '-n',
        '3',
        '-m',
        '1',
        '-u',
        user,
        '-w',
        password,
        '-p',
        String(port),
        '127.0.0.1',
      ])
      await client.over
      relayed.push(client.child.exitCode === 0 && /lost packets 0/.test(client.said()))
    }
    return relayed
  } finally {
    await relay.end()
    await rm(folder, { recursive: true, force: true })
  }
}

export interface PlainDevice {
  readonly isRegistered: () => boolean
  /** Of the call that goes on, or of the last: bits a second of sound and picture, sent and come, as it last said. */
  readonly media: () => { readonly audio: readonly number[]; readonly video: readonly number[] }
  readonly call: (number: string) => void
  readonly hangUp: () => void
  readonly said: () => string
  readonly end: () => Promise<void>
}

const baresipConfig = (sipPort: number, controlPort: number): string =>
  `
sip_listen 127.0.0.1:${sipPort}
net_interface 127.0.0.1
audio_source ausine,440
audio_player aubridge,nil
audio_alert aubridge,nil
ausrc_srate 48000
ausrc_channels 2
auplay_srate 48000
auplay_channels 1
video_source fakevideo,nil
video_display fakevideo,nil
video_size 640x360
video_bitrate 500000
video_fps 15
rtcp_mux no
module_path /usr/lib/baresip/modules
module stdio.so
module ctrl_tcp.so
module g711.so
module ausine.so
module aubridge.so
module vp8.so
module fakevideo.so
module_tmp account.so
module_app menu.so
module_app debug_cmd.so
ctrl_tcp_listen 127.0.0.1:${controlPort}
`

/** A device that knows nothing of WebSocket and WebRTC: it answers by itself, with a tone and a test picture. */
export const startPlainDevice = async (
  account: { readonly sip_id: string; readonly sip_host: string; readonly sip_pwd: string },
  proxyPort: number,
): Promise<PlainDevice> => {
  const folder = await mkdtemp(join(tmpdir(), 'vigil-baresip-'))
  const [sipPort, controlPort] = [await freePort(), await freePort()]
  await writeFile(join(folder, 'config'), baresipConfig(sipPort, controlPort))
  const { sip_id: number, sip_host: host, sip_pwd: password } = account
  const parameters = [
    `auth_user=${number}`,
    `auth_pass=${password}`,
    `outbound="sip:127.0.0.1:${proxyPort};transport=udp"`,
    'regint=600',
    'answermode=auto',
    'audio_codecs=pcma/8000/1,pcmu/8000/1',
    'video_codecs=vp8',
    'dtmfmode=info',
  ]
  await writeFile(join(folder, 'accounts'), `<sip:${number}@${host};transport=udp>;${parameters.join(';')}\n`)
  await writeFile(join(folder, 'contacts'), '')
  const device = run('baresip', ['-f', folder])
  await listening(device, controlPort)
  const control = connect(controlPort, '127.0.0.1')
  let told = ''
  control.on('data', (chunk: Buffer) => {
    told = `${told}${chunk.toString()}`.slice(-20_000)
  })
  // That it is gone is the test's own doing.
  control.on('error', () => undefined)
  const command = (name: string, parameter = ''): void => {
    const text = JSON.stringify({ command: name, params: parameter, token: '1' })
    control.write(`${Buffer.byteLength(text)}:${text},`)
  }
  return {
    isRegistered: () => told.includes('REGISTER_OK') || device.said().includes('200 OK'),
    media: () => {
      const [, ...rates] = [...device.said().matchAll(/audio=(\d+)\/(\d+) video=(\d+)\/(\d+) /g)].at(-1) ?? []
      const [audioSent = 0, audioCome = 0, videoSent = 0, videoCome = 0] = rates.map(Number)
      return { audio: [audioSent, audioCome], video: [videoSent, videoCome] }
    },
    call: (to) => command('dial', `sip:${to}@${host}`),
    hangUp: () => command('hangup'),
    said: () => `${told}\n${device.said()}`,
    end: async () => {
      control.destroy()
      await device.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
