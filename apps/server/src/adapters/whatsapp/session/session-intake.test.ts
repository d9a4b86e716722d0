import { expect, test } from 'vitest'
import type { Inbound } from '../receive/read-inbound.ts'
import { withNumber } from './session-intake.ts'

const LID = '123456789012345@lid'
const message: Inbound = {
  messageId: 'M',
  chatJid: LID,
  chatLid: LID,
  chat: 'individual',
  senderJid: LID,
  senderNumber: null,
  username: null,
  senderName: 'Farah',
  kind: 'text',
  text: 'STOP',
  fromMe: false,
  sentAt: 0,
}
const mapping = {
  getPNForLID: async (lid: string) => (lid === LID ? '60123456789:0@s.whatsapp.net' : null),
}

test.each<[string, Partial<Inbound>, string | null]>([
  ['a LID that the driver knows', {}, '60123456789'],
  ['a LID that nobody knows', { senderJid: '9@lid', chatJid: '9@lid', chatLid: '9@lid' }, null],
  ['a number beside it', { senderNumber: '60111111111' }, '60111111111'],
  [
    'a number alone',
    { senderJid: '60122222222@s.whatsapp.net', senderNumber: '60122222222' },
    '60122222222',
  ],
  ['a LID in a group', { chat: 'group', chatJid: '1@g.us', chatLid: null }, '60123456789'],
  ['one’s own', { fromMe: true }, null],
])('a sender named by %s', async (_what, named, number) => {
  expect((await withNumber({ ...message, ...named }, mapping)).senderNumber).toBe(number)
})
