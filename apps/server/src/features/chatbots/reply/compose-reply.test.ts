import { compileChatbot } from '@kirim/chatbot-engine/chatbot'
import { expect, test } from 'vitest'
import type { StoredMessage } from '../../../platform/inbound-message.ts'
import type { ResponderItem } from '../items/responder-items.ts'
import { composeReplies, type ReplyHelp } from './compose-reply.ts'

const message: StoredMessage = {
  deviceId: 'd',
  messageId: 'm',
  networkId: 'm',
  workspaceId: 'u',
  chatJid: '60123456789@s.whatsapp.net',
  chatKey: '60123456789',
  chatLid: null,
  chat: 'individual',
  senderJid: '60123456789@s.whatsapp.net',
  senderNumber: '60123456789',
  username: null,
  senderName: '',
  kind: 'text',
  text: 'harga',
  sentAt: 0,
  receivedAt: 0,
  wording: 0,
}

/** The texts of an item's replies, and what AI received. */
async function say(fields: Partial<ResponderItem>, help: Partial<ReplyHelp> = {}) {
  const { replies, instructions } = await answer(fields, help)
  return { texts: replies.map(({ text }) => text), instructions }
}

async function answer(fields: Partial<ResponderItem>, help: Partial<ReplyHelp> = {}) {
  const item: ResponderItem = {
    id: 'a',
    name: 'A',
    enabled: true,
    isDefault: false,
    sendTo: 'all',
    type: 'message_contains_keyword',
    keywords: ['harga'],
    nextItemId: null,
    createdAt: 0,
    caption: 'Caption',
    mediaId: null,
    presenceDelayStatus: 'disable',
    presenceDelayTime: 0,
    saveData: 'no_save_response',
    apiRestDataStatus: 'disabled',
    useAi: false,
    aiSpintax: '',
    handOver: null,
    ...fields,
  }
  const instructions: string[] = []
  const chatbot = {
    workspaceId: 'u',
    deviceName: 'Kedai',
    compiled: compileChatbot([item], { enabled: true }),
    items: new Map([[item.id, item]]),
  }
  const replies = await composeReplies(
    {
      apiAnswer: () => Promise.reject(new Error('not asked for')),
      async aiText(_message, instruction) {
        instructions.push(instruction)
        return null
      },
      isSound: async () => false,
      ...help,
    },
    chatbot,
    item,
    message,
    {
      timeZone: 'UTC',
      language: 'en',
      contactName: '',
      fields: new Map(),
      waName: 'Farah',
      now: 0,
    },
  )
  return { replies, instructions }
}

const useAi = true

test.each<[string, Partial<ResponderItem>, string[]]>([
  ['the spintax', { aiSpintax: 'Be {kind|kind}' }, ['Be kind']],
  ['the caption without a spintax', { aiSpintax: '' }, ['Caption']],
  ['the caption for a spintax of blanks', { aiSpintax: ' \n\t ' }, ['Caption']],
  ['the caption for a spintax that draws blanks', { aiSpintax: '{ | }' }, ['Caption']],
])('the instruction for AI, and the text without AI: %s', async (_what, fields, expected) => {
  expect(await say({ ...fields, useAi })).toEqual({ texts: expected, instructions: expected })
})

test('sends nothing when the caption renders to blanks', async () => {
  expect((await say({ caption: '{ |  }' })).texts).toEqual([])
})

test("cuts a reply at the network's limit", async () => {
  const caption = '[api.text]'.repeat(1000)
  const apiAnswer = async () => ({ api: { get: () => '😀'.repeat(99) }, fallbackText: '' })
  const { texts } = await say({ apiRestDataStatus: 'enabled', caption }, { apiAnswer })
  expect(texts).toEqual(['😀'.repeat(65_536 / 2)])
})

const failed = (fallbackText: string): Partial<ReplyHelp> => ({
  apiAnswer: async () => ({ api: { get: () => '' }, fallbackText }),
})

test.each([
  ['the fallback text', 'Later, [wa_name].', 'Later, Farah.'],
  ['its placeholders empty, too', 'Later [api.price].', 'Later.'],
  ['the caption without a fallback text', '', 'It costs today.'],
  ['the caption for a fallback text of blanks', ' ', 'It costs today.'],
])('the text when the call fails: %s', async (_what, fallbackText, expected) => {
  const item = { apiRestDataStatus: 'enabled', caption: 'It costs [api.price] today.' } as const
  expect((await say(item, failed(fallbackText))).texts).toEqual([expected])
})

test.each([
  ['a picture carries the text', false, {}, [['Caption', 'm1']]],
  [
    'sound follows the text',
    true,
    {},
    [
      ['Caption', null],
      ['', 'm1'],
    ],
  ],
  ['sound without a text is one message', true, { caption: '' }, [['', 'm1']]],
])('%s', async (_what, sound, fields, expected) => {
  const item = {
    mediaId: 'm1',
    presenceDelayStatus: 'enable_typing',
    presenceDelayTime: 3,
    ...fields,
  } as const
  const { replies } = await answer(item, { isSound: async () => sound })
  expect(replies.map(({ text, mediaId }) => [text, mediaId])).toEqual(expected)
  expect(replies.map(({ hop }) => hop)).toEqual(replies.map((_, index) => index))
  expect(replies.map(({ presenceSeconds }) => presenceSeconds)).toEqual(
    [3, 0].slice(0, replies.length),
  )
})
