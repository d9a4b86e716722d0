import type { BinaryNode, proto } from 'baileys'
import { expect, test } from 'vitest'
import { readCall } from './calls.ts'
import { readChange } from './read-inbound.ts'

const ME = { id: '60111111111:7@s.whatsapp.net', lid: '900:7@lid' }
const PERSON = '60131000001@s.whatsapp.net'
const GROUP = '1203@g.us'
const key = { id: 'M1' }
const deletion = { protocolMessage: { type: 0, key } }
const editTo = (editedMessage: proto.IMessage) => ({
  protocolMessage: { type: 14, key, editedMessage, timestampMs: 1_763_700_005_000 },
})
const edit = editTo({ conversation: 'harga' })
const inGroup = { from: GROUP, participant: '81@lid' }

function read(content: proto.IMessage, attrs: Record<string, string> = { from: PERSON }) {
  const stanza: BinaryNode = { tag: 'message', attrs: { id: 'A', t: '1763700000', ...attrs } }
  return readChange(stanza, content, ME)
}

test.each<[string, proto.IMessage]>([
  ['as other clients send it', edit],
  ['as phones send it', { editedMessage: { message: edit } }],
  ['that disappears', { ephemeralMessage: { message: edit } }],
  ['of a caption', editTo({ imageMessage: { caption: 'harga' } })],
])('an edit %s has its message and its new words', (_what, content) => {
  expect(read(content)).toMatchObject({
    messageId: 'M1',
    what: 'edited',
    text: 'harga',
    senderNumber: '60131000001',
    sentAt: 1_763_700_005_000,
    byAdmin: false,
  })
})

test.each<[string, Record<string, string>, object]>([
  ['in a chat', { from: PERSON, edit: '7' }, { chat: 'individual', byAdmin: false }],
  ['of a member', { ...inGroup, edit: '7' }, { senderJid: '81@lid', byAdmin: false }],
  ['of an administrator', { ...inGroup, edit: '8' }, { senderJid: '81@lid', byAdmin: true }],
  ['of somebody who says to be one', { from: PERSON, edit: '8' }, { byAdmin: false }],
])('a deletion %s says who has done it', (_what, attrs, expected) => {
  expect(read(deletion, attrs)).toMatchObject({
    messageId: 'M1',
    what: 'deleted',
    text: '',
    sentAt: 1_763_700_000_000,
    ...expected,
  })
})

test.each<[string, string | null, string]>([
  ['a reaction', '👍', '👍'],
  ['one that is taken back', null, ''],
])('%s has its message and its sign', (_what, text, sign) => {
  const senderTimestampMs = 1_763_700_005_000
  expect(read({ reactionMessage: { key, text, senderTimestampMs } })).toMatchObject({
    messageId: 'M1',
    what: 'reacted',
    text: sign,
    sentAt: senderTimestampMs,
  })
})

test.each([4e12, 9e15, 2 ** 63, -1, 0.2])('a change at %s was made when it came', (at) => {
  const change = { ...edit.protocolMessage, timestampMs: at }
  expect(read({ protocolMessage: change })?.sentAt).toBe(1_763_700_000_000)
})

test.each<[string, proto.IMessage]>([
  ['a message', { conversation: 'harga' }],
  ['a deletion of nothing', { protocolMessage: { type: 0 } }],
  ['an edit without words', editTo({ reactionMessage: { text: 'x' } })],
  ['a timer', { protocolMessage: { type: 3, key } }],
])('%s changes nothing', (_what, content) => expect(read(content)).toBeNull())

const offer = {
  id: 'C1',
  from: PERSON,
  chatId: PERSON,
  date: new Date(0),
  offline: false,
  status: 'offer',
} as const

test.each<[string, object, object | null]>([
  ['of a number', {}, { callerJid: PERSON, callerNumber: '60131000001', callerLid: null }],
  [
    'of an identity',
    { from: '77:2@lid', chatId: '77:2@lid', callerPn: PERSON },
    { from: '77:2@lid', callerJid: '77@lid', callerNumber: '60131000001', callerLid: '77@lid' },
  ],
  ['of a group', { isGroup: true }, { isGroup: true }],
  ['while it was away', { offline: true }, { isOver: true }],
  ['that has ended', { status: 'timeout' }, null],
  ['of nobody', { chatId: '@lid', from: '@lid' }, null],
])('a call %s', (_what, given, expected) => {
  const call = readCall({ ...offer, ...given })
  if (expected === null) expect(call).toBeNull()
  else expect(call).toMatchObject({ callId: 'C1', ...expected })
})
