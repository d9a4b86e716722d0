import { EventEmitter } from 'node:events'
import type { PasskeyAnswer } from '@kirim/contract/passkey'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { type BinaryNode, Curve, initAuthCreds, proto, type WASocket } from 'baileys'
import { expect, test, vi } from 'vitest'
import type { Close } from '../../../features/devices/closes.ports.ts'
import type { PasskeyNews } from '../../../features/devices/devices.ports.ts'
import { watchPasskey } from './passkey-ceremony.ts'

const OPTIONS = { challenge: 'AAAA', rpId: 'whatsapp.com', timeout: 600_000 }
const ASSERTION = { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' }
const ANSWER: PasskeyAnswer = { id: 'AA', rawId: 'AA', type: 'public-key', response: ASSERTION }
const REFUSED = Object.assign(new Error('bad-request'), { data: 400 })
const SERVER = '@s.whatsapp.net'

const settled = () => new Promise((resolve) => setImmediate(resolve))
const node = (tag: string, content: unknown): BinaryNode => ({
  tag,
  attrs: {},
  content: Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content)),
})
const continuation = () =>
  node(
    'primary_ephemeral_identity',
    Buffer.from(
      proto.PrimaryEphemeralIdentity.encode({
        publicKey: Curve.generateKeyPair().public,
        nonce: Buffer.alloc(32),
      }).finish(),
    ),
  )

/** A ceremony whose questions are answered by the tag of what they ask. */
function start(answers: Record<string, () => unknown> = {}) {
  const ws = new EventEmitter()
  const clock = createFakeClock()
  const creds = initAuthCreds()
  const asked: string[] = []
  const news: PasskeyNews[] = []
  const ends: Close[] = []
  const query = vi.fn<WASocket['query']>(async ({ content }) => {
    const [tag = ''] = Array.isArray(content) ? content.map((each) => each.tag) : []
    asked.push(tag)
    const answer = answers[tag]
    if (answer) return answer()
    const given = tag === 'ref' ? [node('ref', Buffer.from('2@ref'))] : []
    return { tag: 'iq', attrs: {}, content: given }
  })
  const ceremony = watchPasskey({
    socket: { ws: ws as unknown as WASocket['ws'], query },
    creds,
    clock,
    onNews: (told) => news.push(told),
    onEnded: (close) => ends.push(close),
  })
  const hear = (type: string, content: BinaryNode[], from = SERVER) =>
    ws.emit(`CB:notification,type:${type}`, { tag: 'notification', attrs: { from, type }, content })
  return {
    clock,
    creds,
    asked,
    news,
    ends,
    ceremony,
    ask: (options: unknown = OPTIONS, from?: string) =>
      hear('passkey_prologue_request', [node('passkey_request_options', options)], from),
    carryOn: (part = continuation(), from?: string) => hear('crsc_continuation', [part], from),
  }
}

const kinds = (news: readonly PasskeyNews[]) => news.map(({ kind }) => kind)

test.each<[string, object, number]>([
  ['nothing', {}, 600_000],
  ['0', { timeout: 0 }, 600_000],
  ['a second', { timeout: 1000 }, 30_000],
  ['a day', { timeout: 86_400_000 }, 900_000],
])('a request that gives %s gives a time within bounds', (_what, timeout, expiresInMs) => {
  const { timeout: _, ...options } = OPTIONS
  const { ask, news } = start()
  ask({ ...options, ...timeout })
  expect(news).toEqual([expect.objectContaining({ kind: 'asked', expiresInMs })])
})

test.each([
  ['no JSON', Buffer.from('{')],
  ['another site than a host', { ...OPTIONS, rpId: 'a b' }],
  ['too long a challenge', { ...OPTIONS, challenge: 'A'.repeat(1001) }],
  ['more than a request ever has', Buffer.alloc(20_000, 32)],
])(
  'a request with %s is asked for once more, and ends the step when it stays so',
  async (_what, options) => {
    const good = start({
      passkey_request_options: () => ({
        tag: 'iq',
        attrs: {},
        content: [node('passkey_request_options', OPTIONS)],
      }),
    })
    good.ask(options)
    await settled()
    expect([good.asked, kinds(good.news), good.ends]).toEqual([
      ['passkey_request_options'],
      ['asked'],
      [],
    ])
    const bad = start()
    bad.ask(options)
    await settled()
    expect([bad.news, bad.ends]).toEqual([
      [],
      [expect.objectContaining({ cause: 'passkey_refused' })],
    ])
  },
)

test('what does not come from the network itself is no request', async () => {
  const { ask, carryOn, ceremony, news, ends, asked } = start()
  ask(OPTIONS, '60123456789@s.whatsapp.net')
  expect(ceremony.isOn()).toBe(false)
  ceremony.answer(ANSWER)
  ask()
  ceremony.answer(ANSWER)
  await settled()
  carryOn(continuation(), '60123456789@s.whatsapp.net')
  await settled()
  expect([kinds(news), ends, asked]).toEqual([['asked'], [], ['ref', 'passkey_prologue']])
})

test('an answer is sent once, and its phone is told the rest: then it may list this device', async () => {
  const { ask, carryOn, ceremony, creds, ends, asked } = start()
  const before = creds.advSecretKey
  ask()
  ceremony.answer(ANSWER)
  ceremony.answer(ANSWER)
  await settled()
  expect([ceremony.isSealed(), creds.advSecretKey]).toEqual([false, before])
  carryOn()
  carryOn()
  await settled()
  expect(asked).toEqual(['ref', 'passkey_prologue', 'companion_nonce', 'encrypted_pairing_request'])
  expect([ceremony.isSealed(), ends]).toEqual([true, []])
  expect(creds.advSecretKey).not.toBe(before)
})

test('a link that does not come after all was told ends as a lost connection', async () => {
  const { ask, carryOn, ceremony, clock, ends } = start()
  ask()
  ceremony.answer(ANSWER)
  await settled()
  carryOn()
  await settled()
  clock.advance(60_000)
  expect(ends).toEqual([expect.objectContaining({ cause: 'connection_lost' })])
})

test.each([
  ['companion_nonce', REFUSED, 400],
  ['encrypted_pairing_request', REFUSED, 400],
  ['companion_nonce', null, null],
])('%s that is refused ends the step', async (tag, refusal, code) => {
  const refuse = () => {
    if (refusal) throw refusal
    return undefined
  }
  const { ask, carryOn, ceremony, ends } = start({ [tag]: refuse })
  ask()
  ceremony.answer(ANSWER)
  await settled()
  carryOn()
  await settled()
  expect(ends).toEqual([{ cause: 'passkey_refused', code, until: null }])
  expect(ceremony.isSealed()).toBe(false)
})

test('a key of the phone that is none ends the step', async () => {
  const { ask, carryOn, ceremony, ends } = start()
  ask()
  ceremony.answer(ANSWER)
  await settled()
  carryOn(node('primary_ephemeral_identity', Buffer.alloc(7, 255)))
  await settled()
  expect(ends).toEqual([expect.objectContaining({ cause: 'passkey_refused' })])
})

test('a connection that is lost meanwhile is said by whoever holds it', async () => {
  const lost = () => {
    throw new Error('Connection Closed')
  }
  const { ask, ceremony, ends, news } = start({ passkey_prologue: lost })
  ask()
  ceremony.answer(ANSWER)
  await settled()
  expect([ends, kinds(news)]).toEqual([[], ['asked']])
})
