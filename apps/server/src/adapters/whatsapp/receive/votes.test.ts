import { createCipheriv, createHash, createHmac } from 'node:crypto'
import { proto } from 'baileys'
import { expect, test } from 'vitest'
import { readVote } from './read-inbound.ts'
import { openVote } from './votes.ts'

const ME = { id: '60111111111:7@s.whatsapp.net', lid: '900:7@lid' }
const PERSON = '60131000001@s.whatsapp.net'
const secret = Buffer.alloc(32, 5)
const hash = (option: string) => createHash('sha256').update(option).digest()

/** A vote as a phone seals it. */
function seal(options: readonly string[], voter: string, creator: string): proto.IMessage {
  const hmac = (data: Uint8Array, of: Uint8Array) => createHmac('sha256', of).update(data).digest()
  const sign = Buffer.concat([Buffer.from(`P${creator}${voter}Poll Vote`), Buffer.of(1)])
  const key = hmac(sign, hmac(secret, Buffer.alloc(32)))
  const iv = Buffer.alloc(12, 3)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(`P\0${voter}`))
  const plain = proto.Message.PollVoteMessage.encode({ selectedOptions: options.map(hash) })
  const encPayload = Buffer.concat([
    cipher.update(plain.finish()),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  return {
    pollUpdateMessage: {
      pollCreationMessageKey: { id: 'P', fromMe: false },
      vote: { encPayload, encIv: iv },
      senderTimestampMs: 1_763_700_000_500,
    },
  }
}

const stanza = (attrs: Record<string, string>) => ({
  tag: 'message',
  attrs: { id: 'V', t: '1763700000', notify: 'Farah', ...attrs },
})

test.each([
  ['by number', { from: PERSON }, PERSON, '60111111111@s.whatsapp.net'],
  ['by identity', { from: '77@lid', sender_pn: PERSON }, '77@lid', '900@lid'],
  ['by number, from an identity', { from: '77@lid', sender_pn: PERSON }, PERSON, '900@lid'],
  [
    'in a group',
    { from: '1203@g.us', participant: '77@lid', participant_pn: PERSON },
    ...(['77@lid', '900@lid'] as const),
  ],
])(
  'a vote that is sealed %s is opened by the secret of its poll',
  (_how, attrs, voter, creator) => {
    const vote = readVote(stanza(attrs), seal(['Isnin'], voter, creator), ME)
    expect(vote).toMatchObject({ pollId: 'P', voterName: 'Farah', at: 1_763_700_000_500 })
    if (!vote) return
    const opened = openVote(vote.sealed, 'P', secret.toString('base64'))
    expect(opened).toEqual([hash('Isnin').toString('base64')])
    expect(openVote(vote.sealed, 'P', Buffer.alloc(32).toString('base64'))).toBeNull()
    expect(openVote(vote.sealed, 'Q', secret.toString('base64'))).toBeNull()
  },
)

test('a vote of the owner’s phone is the owner’s', () => {
  const own = stanza({ from: ME.id, recipient: PERSON })
  const content = { deviceSentMessage: { message: seal([], '60111111111@s.whatsapp.net', PERSON) } }
  const vote = readVote(own, content, ME)
  expect(vote?.voterJid).toBe('')
  expect(vote && openVote(vote.sealed, 'P', secret.toString('base64'))).toEqual([])
})

test.each<[string, proto.Message.IPollUpdateMessage]>([
  ['names no poll', { vote: { encPayload: secret, encIv: Buffer.alloc(12) } }],
  ['has no vote', { pollCreationMessageKey: { id: 'P' } }],
  [
    'has a nonce of another length',
    { pollCreationMessageKey: { id: 'P' }, vote: { encPayload: secret, encIv: secret } },
  ],
  [
    'is too long',
    {
      pollCreationMessageKey: { id: 'P' },
      vote: { encPayload: Buffer.alloc(5000), encIv: Buffer.alloc(12) },
    },
  ],
])('what %s is no vote', (_what, pollUpdateMessage) => {
  expect(readVote(stanza({ from: PERSON }), { pollUpdateMessage }, ME)).toBeNull()
})
