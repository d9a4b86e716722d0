import { AsyncLocalStorage } from 'node:async_hooks'
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Curve, makeWASocket, NACK_REASONS, WA_CERT_DETAILS } from 'baileys'
import { ProtocolAddress, SessionCipher, SessionRecord } from 'libsignal'
import { describe, expect, test, vi } from 'vitest'
import { silentLogger } from '../connection/socket-config.ts'
import { createFreshAuthState } from '../keys/auth-state.ts'

/*
 * Holds the table of docs/driver.md about what is changed at run time: each place is listed, the
 * code that it changes is the code that it was written for, and what it mends is still broken. It
 * runs in a process of its own, in which nothing is changed yet.
 */

const ROOT = fileURLToPath(new URL('../../../../../../', import.meta.url))
const SOURCES = 'apps/server/src/'
const ADAPTER = 'adapters/whatsapp/'

/** Code of the driver, by its file and how its first line begins. */
type Upstream = readonly [file: string, start: string]

interface Guard {
  /** What is replaced, and what has to do what it does for that to be right. */
  readonly upstream: readonly Upstream[]
  /** Of that code. Another one: look at the row of the page, try without the seam, note it here. */
  readonly fingerprint: string
  /** False once upstream does it right: the seam can go. */
  readonly isNeeded?: () => boolean | Promise<boolean>
}

const RECEIVE = 'baileys/lib/Socket/messages-recv.js'
const SEND = 'baileys/lib/Socket/messages-send.js'
const SOCKET = 'baileys/lib/Socket/socket.js'
const CLIENT = 'baileys/lib/Socket/Client/websocket.js'
const KEYS = 'baileys/lib/Utils/auth-utils.js'
const SIGNAL = 'libsignal/src/crypto.js'
const SIGNAL_CURVE = 'libsignal/src/curve.js'
const RECEIPT_LISTENER = [RECEIVE, "ws.on('CB:receipt'"] as const
const MESSAGE_LISTENER = [RECEIVE, "ws.on('CB:message'"] as const

/** By the place that the page names. */
const GUARDS: Readonly<Record<string, Guard>> = {
  'driver/genuine-signatures.ts': {
    upstream: [
      ['baileys/lib/Utils/crypto.js', 'verify: '],
      ['baileys/lib/Utils/crypto.js', 'sharedKey: '],
      ['baileys/lib/Utils/noise-handler.js', 'processHandshake: '],
    ],
    fingerprint: 'e5f550a3574b',
    isNeeded: () => Curve.verify(Curve.generateKeyPair().public, randomBytes(8), randomBytes(64)),
  },
  'driver/signal-steps.ts': {
    upstream: [
      ['libsignal/src/session_cipher.js', 'async queueJob('],
      ['libsignal/src/session_builder.js', 'async initOutgoing('],
      ['libsignal/src/queue_job.js', 'async function _asyncQueueExecutor('],
    ],
    fingerprint: '59028cd85e20',
    isNeeded: stepsRunElsewhere,
  },
  'driver/signal-crypto.ts': {
    upstream: [
      ...['encrypt', 'decrypt', 'calculateMAC', 'deriveSecrets', 'verifyMAC'].map(
        (name): Upstream => [SIGNAL, `function ${name}(`],
      ),
      [SIGNAL_CURVE, 'exports.generateKeyPair = '],
      [SIGNAL_CURVE, 'exports.calculateAgreement = '],
    ],
    fingerprint: '759265609e31',
  },
  'driver/silence-libsignal.ts': {
    upstream: [['libsignal/src/session_record.js', 'closeSession(']],
    fingerprint: 'c421bff6af4d',
    isNeeded: writesSessions,
  },
  'connection/socket-config.ts': {
    upstream: [
      ['baileys/lib/Defaults/index.js', 'export const WA_CERT_DETAILS'],
      ['baileys/lib/Utils/noise-handler.js', 'processHandshake: '],
    ],
    fingerprint: '610519afb298',
    isNeeded: () => WA_CERT_DETAILS.PUBLIC_KEY.length === 32,
  },
  'driver/driver-check.ts': {
    upstream: [['baileys/lib/Defaults/index.js', 'export const WA_CERT_DETAILS']],
    fingerprint: '2bfe7cf99f00',
  },
  'connection/hold-line.ts': {
    upstream: [
      [CLIENT, 'connect('],
      [CLIENT, 'send('],
      [SOCKET, 'const sendRawMessage'],
    ],
    fingerprint: 'ed485660e765',
  },
  'connection/close-in-time.ts': {
    upstream: [
      [CLIENT, 'async close('],
      [SOCKET, 'const end = '],
    ],
    fingerprint: '9051f489c186',
  },
  'connection/take-over.ts': {
    upstream: [
      [SOCKET, 'const onMessageReceived'],
      MESSAGE_LISTENER,
      RECEIPT_LISTENER,
      [RECEIVE, 'const processNodeWithBuffer'],
    ],
    fingerprint: '7b5650d25649',
  },
  'receive/inbound-keeper.ts': {
    upstream: [MESSAGE_LISTENER, ['baileys/lib/Signal/libsignal.js', 'async decryptMessage(']],
    fingerprint: '2e5a8ffb5ca5',
  },
  'receive/plain-acknowledgements.ts': {
    upstream: [
      ['baileys/lib/Utils/decode-wa-message.js', 'export const NACK_REASONS'],
      [RECEIVE, 'const sendMessageAck'],
      [RECEIVE, 'const handleMessage'],
    ],
    fingerprint: 'de18218daf10',
    isNeeded: () => NACK_REASONS.ParsingError !== 0,
  },
  'receive/read-history.ts': {
    upstream: [
      ['baileys/lib/Socket/chats.js', 'const upsertMessage'],
      ['baileys/lib/Utils/history.js', 'export const downloadAndProcessHistorySyncNotification'],
    ],
    fingerprint: '4c86a3df2111',
  },
  'send/answer-requests.ts': {
    upstream: [
      [RECEIVE, 'const handleReceipt'],
      [RECEIVE, 'const sendMessageAck'],
      [RECEIVE, 'const sendMessagesAgain'],
    ],
    fingerprint: 'e3212b883b42',
  },
  'keys/parallel-chats.ts': {
    upstream: [
      [KEYS, 'transaction: '],
      ['baileys/lib/Utils/make-mutex.js', 'export const makeMutex'],
      [RECEIVE, 'const handleMessage'],
    ],
    fingerprint: 'a48362189880',
  },
  'keys/privacy-tokens.ts': {
    upstream: [
      [KEYS, 'get: '],
      [KEYS, 'set: '],
      [SEND, 'const relayMessage'],
    ],
    fingerprint: 'de97cb074736',
  },
  'session/session-end.ts': {
    upstream: [
      [SOCKET, 'const waitForMessage'],
      [SOCKET, 'const end = '],
    ],
    fingerprint: '2e9d10b9dc25',
  },
}

/** Changes no code of others, only a flag of V8. */
const WITHOUT_CODE = ['platform/save-memory.ts']

/** A queued step runs in the context of the first one. */
async function stepsRunElsewhere(): Promise<boolean> {
  const context = new AsyncLocalStorage<string>()
  const address = new ProtocolAddress('60123456789', 1)
  const cipher: unknown = new SessionCipher(Object.create(null), address)
  const { queueJob } = cipher as { queueJob(step: () => Promise<unknown>): Promise<unknown> }
  const first = context.run('first', () => queueJob.call(cipher, () => Promise.resolve()))
  const second = context.run('second', () => queueJob.call(cipher, async () => context.getStore()))
  await first
  return (await second) !== 'second'
}

function writesSessions(): boolean {
  const info = vi.spyOn(console, 'info').mockReturnValue(undefined)
  const session = { indexInfo: { closed: -1 } }
  const record: unknown = new SessionRecord()
  ;(record as { closeSession(session: object): void }).closeSession(session)
  const written = info.mock.calls.flat()
  info.mockRestore()
  return written.includes(session)
}

/** The code from the line that begins with `start` to its closing line. */
function codeOf([file, start]: Upstream): string {
  const lines = readFileSync(`${ROOT}node_modules/${file}`, 'utf8').split('\n')
  const from = lines.findIndex((line) => line.trimStart().startsWith(start))
  if (from === -1) throw new Error(`${file} has no \`${start}\` any more.`)
  const indent = lines[from]?.match(/^ */)?.[0] ?? ''
  const length = lines.slice(from + 1).findIndex((line) => line.startsWith(`${indent}}`)) + 2
  return lines.slice(from, from + length).join('\n')
}

/** The first column of the table. */
function placesOnPage(): string[] {
  const page = readFileSync(`${ROOT}docs/driver.md`, 'utf8')
  const [, section = ''] = page.split('## What is changed at run time')
  const [table = ''] = section.split('\n## ')
  return [...table.matchAll(/^\| `([\w/-]+\.ts)`/gm)].map(([, place = '']) => place)
}

/** Code that changes objects of libraries, or uses their internals. */
const CHANGES =
  /removeAllListeners\(|prependListener\('|\.listeners\('|setFlagsFromString|syncBuiltinESMExports|\.prototype as|Object\.assign\(libsignal|console\[|Reflect\.get\(ws|get tag\(|(NACK_REASONS|WA_CERT_DETAILS|Buffer|Error|Curve|ws|line|keys|messageMutex|notification|process(?!\.exitCode)|globalThis)\.\w+ = /

function placesInCode(): string[] {
  const files = globSync(`${SOURCES}**/*.ts`, { cwd: ROOT })
  return files
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .filter((file) => CHANGES.test(readFileSync(ROOT + file, 'utf8')))
    .map((file) => file.replace(SOURCES, '').replace(ADAPTER, ''))
}

test('the page lists each place that changes something at run time, and each has a guard', () => {
  const listed = placesOnPage()
  expect([...listed].sort()).toEqual([...new Set(listed)].sort())
  expect([...Object.keys(GUARDS), ...WITHOUT_CODE].sort()).toEqual([...listed].sort())
  expect(placesInCode().filter((place) => !listed.includes(place))).toEqual([])
})

describe.each(Object.entries(GUARDS))('%s', (_place, { upstream, fingerprint, isNeeded }) => {
  test('changes the code that it was written for', () => {
    const hash = createHash('sha256').update(upstream.map(codeOf).join('\n'))
    expect(hash.digest('hex').slice(0, 12)).toBe(fingerprint)
  })

  if (isNeeded) {
    test('is still needed', async () => {
      expect(await isNeeded()).toBe(true)
    })
  }
})

test('the objects of a connection have what the seams replace, and the driver alone listens', async () => {
  const { state } = createFreshAuthState()
  const waWebSocketUrl = 'ws://127.0.0.1:9/'
  const socket = makeWASocket({ auth: state, logger: silentLogger, waWebSocketUrl })
  const { ws, authState, messageMutex } = socket
  const line: unknown = Reflect.get(ws, 'socket')
  const functionsOf = (from: unknown, names: readonly string[]) =>
    names.map((name) => typeof Reflect.get(Object(from), name))
  expect(functionsOf(line, ['send', 'terminate'])).toEqual(['function', 'function'])
  expect(functionsOf(ws, ['send', 'close'])).toEqual(['function', 'function'])
  expect(functionsOf(messageMutex, ['mutex'])).toEqual(['function'])
  const keys = ['get', 'set', 'transaction'] as const
  expect(functionsOf(authState.keys, keys)).toEqual(['function', 'function', 'function'])
  const events = ['message', 'CB:message', 'CB:receipt']
  expect(events.map((event) => ws.listenerCount(event))).toEqual([1, 1, 1])
  await socket.end(undefined)
})

test('the driver sends through the WebSocket whose method is replaced', () => {
  const sent: unknown[] = []
  const { state } = createFreshAuthState()
  const waWebSocketUrl = 'ws://127.0.0.1:9/'
  const { ws, end } = makeWASocket({ auth: state, logger: silentLogger, waWebSocketUrl })
  const line = Reflect.get(ws, 'socket') as { send(...given: unknown[]): void }
  line.send = (...given) => sent.push(given)
  const done = () => {}
  ws.send('frame', done)
  expect(sent).toEqual([['frame', done]])
  return end(undefined)
})

test('V8 has the flags that save memory', () => {
  const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })
  for (const flag of ['memory-saver-mode', 'gc-memory-reducer-start-delay-ms']) {
    expect(options).toContain(`--${flag}`)
  }
})
