import { type BinaryNode, encodeBinaryNode } from 'baileys'
import fc from 'fast-check'

/** A frame as no network should send it. */
export interface HostileFrame {
  readonly name: string
  readonly bytes: Uint8Array
  readonly how: 'encrypted' | 'bare'
}

const PLAIN = 0
const COMPRESSED = 2

const stanza = (tag: string, attrs: Record<string, string>, content?: BinaryNode[]): Buffer =>
  encodeBinaryNode({ tag, attrs, ...(content && { content }) })

const raw = (name: string, ...bytes: number[]): HostileFrame => ({
  name,
  bytes: Uint8Array.from(bytes),
  how: 'encrypted',
})

const sent = (name: string, bytes: Uint8Array): HostileFrame => ({ name, bytes, how: 'encrypted' })

const ENC: BinaryNode = { tag: 'enc', attrs: { v: '2', type: 'msg' }, content: Buffer.from([1]) }
/** An address pair with neither part: decoded to `@` or refused. */
const NO_ADDRESS = '@'

/** One frame of each kind that a decoder or a handler may fail on. */
export const HOSTILE_FRAMES: readonly HostileFrame[] = [
  { name: 'bytes that do not decrypt', bytes: Buffer.alloc(64, 7), how: 'bare' },
  { name: 'bytes shorter than a tag', bytes: Buffer.alloc(3, 7), how: 'bare' },
  { name: 'a bare frame of no bytes', bytes: new Uint8Array(), how: 'bare' },
  raw('no bytes'),
  raw('a header alone', PLAIN),
  raw('a list that ends early', PLAIN, 248, 9, 1),
  raw('a list of an unknown kind', PLAIN, 77, 1, 1),
  raw('an empty list', PLAIN, 0),
  raw('an unknown token', PLAIN, 248, 1, 236, 255),
  raw('a packed number of no digits', PLAIN, 248, 2, 19, 251, 1, 205),
  raw('a string longer than its frame', PLAIN, 248, 1, 254, 127, 255, 255, 255),
  raw('a compressed header without data', COMPRESSED),
  raw('a compressed frame that is not', COMPRESSED, 1, 2, 3, 4),
  raw('an address without a server', PLAIN, 248, 3, 19, 6, 250, 0, 0),
  ...['message', 'receipt', 'notification', 'call', 'presence', 'chatstate', 'ack', 'iq'].flatMap(
    (tag) => [
      sent(`${tag} from ${NO_ADDRESS}`, stanza(tag, { from: NO_ADDRESS, id: 'A1', type: 'text' })),
      sent(`${tag} without attributes`, stanza(tag, {})),
    ],
  ),
  sent('message with a body from nobody', stanza('message', { id: 'A2' }, [ENC])),
  sent('failure without a reason', stanza('ib', {}, [{ tag: 'edge_routing', attrs: {} }])),
  sent('offline count of letters', stanza('ib', {}, [{ tag: 'offline', attrs: { count: 'x' } }])),
  sent('dirty without a type', stanza('ib', {}, [{ tag: 'dirty', attrs: {} }])),
]

/** None without a server, as `@`: a decoder refuses the whole frame for one. */
const ADDRESSES = [
  ...['@s.whatsapp.net', 's.whatsapp.net', '@lid', '@g.us', '@broadcast', 'status@broadcast'],
  ...['60123456789@s.whatsapp.net', '60123456789:7@s.whatsapp.net', '1:@lid', ':1@lid', 'lid', ''],
  ...['120363000000000000@g.us', '1@newsletter', 'x@call', 'a@b', '0@s.whatsapp.net', '99:99@lid'],
]
const VALUES = [
  ...['0', '1', '-1', '4e9', 'NaN', '9'.repeat(40), 'x'.repeat(3000), '\u0000', 'é', '{}', 'true'],
  ...['text', 'media', 'retry', 'read', 'played', 'sender', 'inactive', 'msg', 'pkmsg', 'skmsg'],
  ...['result', 'error', 'get', 'set', 'peer_msg', 'encrypt', 'w:gp2', 'account_sync', 'devices'],
  ...['privacy_token', 'picture', 'mediaretry', 'server_sync', 'newsletter', 'mex', 'offer', '7'],
]
const ATTRIBUTES = [
  ...['from', 'to', 'participant', 'recipient', 'id', 'type', 't', 'offline', 'class', 'error'],
  ...['sender_pn', 'sender_lid', 'participant_pn', 'participant_lid', 'recipient_pn', 'notify'],
  ...['call-id', 'call-creator', 'count', 'v', 'value', 'code', 'jid', 'lid', 'edit', 'category'],
  ...['hash', 'name', 'verified_name', 'addressing_mode', 'phash', 'key-index', 'device_hash'],
  ...['username', 'participant_username', 'recipient_username', 'peer_recipient_username'],
]
/** What a session hears; not the two that end it on purpose. */
const TAGS = [
  ...['message', 'message', 'receipt', 'receipt', 'notification', 'notification', 'call', 'ack'],
  ...['presence', 'chatstate', 'iq', 'ib', 'success', 'unknown'],
]
const CHILD_TAGS = [
  ...['enc', 'enc', 'list', 'item', 'participants', 'to', 'retry', 'registration', 'keys', 'key'],
  ...['offline', 'offline_preview', 'edge_routing', 'routing_info', 'dirty', 'add', 'remove'],
  ...['device', 'devices', 'key-index-list', 'identity', 'count', 'offer', 'terminate', 'accept'],
  ...['create', 'subject', 'ephemeral', 'tokens', 'token', 'set', 'delete', 'collection', 'update'],
  ...['unavailable', 'plaintext', 'biz', 'bot', 'meta', 'composing', 'paused', 'rmr', 'encrypt'],
  ...[
    'pair-device',
    'link_code_companion_reg',
    'blocklist',
    'mex',
    'body',
    'error',
    'group',
    'ref',
  ],
]

const text = fc.string().map((some) => some.replaceAll('@', ''))

const attributes = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom(...ATTRIBUTES),
      fc.oneof(fc.constantFrom(...ADDRESSES), fc.constantFrom(...VALUES), text),
    ),
    { maxLength: 9, selector: ([name]) => name },
  )
  .map((pairs) => Object.fromEntries(pairs))

const bytes = fc.uint8Array({ maxLength: 200 }).map((some) => Buffer.from(some))

const child = fc.letrec<{ node: BinaryNode }>((tie) => ({
  node: fc.record({
    tag: fc.constantFrom(...CHILD_TAGS),
    attrs: attributes,
    content: fc.oneof(
      { depthSize: 'small' },
      fc.constant(undefined),
      bytes,
      text,
      fc.array(tie('node'), { maxLength: 4 }),
    ),
  }) as fc.Arbitrary<BinaryNode>,
})).node

const strangeStanza = fc
  .record({
    tag: fc.constantFrom(...TAGS),
    attrs: attributes,
    content: fc.oneof(fc.constant(undefined), bytes, fc.array(child, { maxLength: 4 })),
  })
  .map((node) => encodeBinaryNode(node as BinaryNode))

/** A stanza of any kind with any attributes and children, written as the network writes it. */
export const strangeFrames: fc.Arbitrary<HostileFrame> = strangeStanza.map((written) =>
  sent('a strange stanza', written),
)

/** The same with some bytes changed, cut off or added; and bytes of any kind. */
export const brokenFrames: fc.Arbitrary<HostileFrame> = fc.oneof(
  fc
    .tuple(strangeStanza, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 5 }))
    .map(([written, changes]) => {
      for (const [at, value] of changes) written[at % written.length] = value
      return sent('a changed stanza', written)
    }),
  fc
    .tuple(strangeStanza, fc.nat())
    .map(([written, at]) => sent('a stanza cut off', written.subarray(0, at % written.length))),
  bytes.map((some) => sent('any bytes', some)),
  bytes.map((some): HostileFrame => ({ name: 'any bytes', bytes: some, how: 'bare' })),
)
