import type { MessageKind } from '@kirim/contract/message-kinds'
import { proto } from 'baileys'
import { describe, expect, test } from 'vitest'
import { textOf } from './message-text.ts'
import { readInbound } from './read-inbound.ts'

/** Encoded and decoded, as on the wire. */
function read(message: proto.IMessage): string | null {
  const sent = proto.Message.encode(proto.Message.fromObject(message)).finish()
  return textOf(proto.Message.decode(sent))
}
const harga = { conversation: 'harga' }
const edit = { protocolMessage: { type: 14, key: { id: 'x' }, editedMessage: harga } }
const flow = (paramsJson: string) => ({
  interactiveResponseMessage: { nativeFlowResponseMessage: { name: 'quick_reply', paramsJson } },
})
const { AssociationType } = proto.MessageAssociation
type Association = keyof typeof AssociationType
/** A picture that belongs to another message. */
function partOf(type: Association, caption?: string): proto.IMessage {
  return {
    imageMessage: caption === undefined ? {} : { caption },
    messageContextInfo: { messageAssociation: { associationType: AssociationType[type] } },
  }
}
const inside = (message: proto.IMessage) => ({ associatedChildMessage: { message } })
const envelopes = (deep: number): proto.IMessage =>
  deep === 0 ? harga : { ephemeralMessage: { message: envelopes(deep - 1) } }

describe('the words of', () => {
  test.each<[string, proto.IMessage, string]>([
    ['a text', harga, 'harga'],
    ['an answer to another message', { extendedTextMessage: { text: 'harga' } }, 'harga'],
    [
      'an answer to a status of the number',
      { extendedTextMessage: { text: 'harga', contextInfo: { remoteJid: 'status@broadcast' } } },
      'harga',
    ],
    ['a caption', { imageMessage: { caption: 'harga' } }, 'harga'],
    ['a disappearing message', { ephemeralMessage: { message: harga } }, 'harga'],
    ['a place that moves', { liveLocationMessage: { caption: 'harga' } }, 'harga'],
    ['a picture of an album', partOf('MEDIA_ALBUM', 'harga'), 'harga'],
    ['a picture of an album, in an envelope', inside(partOf('MEDIA_ALBUM', 'harga')), 'harga'],
    ['a message in many envelopes', envelopes(5), 'harga'],
    ['a request for money', { requestPaymentMessage: { noteMessage: harga } }, 'harga'],
    [
      'a payment',
      { sendPaymentMessage: { noteMessage: { extendedTextMessage: { text: 'harga' } } } },
      'harga',
    ],
    ['a message that names a group', { groupMentionedMessage: { message: harga } }, 'harga'],
    ['a call for an assistant', { botInvokeMessage: { message: harga } }, 'harga'],
    ['a comment', { commentMessage: { message: harga, targetMessageKey: { id: 'x' } } }, 'harga'],
    [
      'what stands above buttons',
      { interactiveMessage: { header: { title: 'Kedai' }, body: { text: 'harga' } } },
      'harga',
    ],
    ['the head of buttons', { interactiveMessage: { header: { title: 'harga' } } }, 'harga'],
    [
      'buttons that disappear',
      { ephemeralMessage: { message: { interactiveMessage: { body: { text: 'harga' } } } } },
      'harga',
    ],
    [
      'a template with newer buttons',
      { templateMessage: { interactiveMessageTemplate: { body: { text: 'harga' } } } },
      'harga',
    ],
    [
      'a template',
      { templateMessage: { hydratedTemplate: { hydratedContentText: 'harga' } } },
      'harga',
    ],
    ['a list to choose from', { listMessage: { title: 'Kedai', description: 'harga' } }, 'harga'],
    ['a list with only a title', { listMessage: { title: 'harga' } }, 'harga'],
    ['a button that says what it shows', flow('{"id":"1","display_text":"Ya"}'), 'Ya'],
    ['a list entry', flow('{"id":"1","title":"Ya","description":"Setuju"}'), 'Ya'],
    ['a button that has only an id', flow('{"id":"Ya"}'), 'Ya'],
    [
      'a button with words beside it',
      {
        interactiveResponseMessage: {
          body: { text: 'Ya' },
          nativeFlowResponseMessage: { paramsJson: '{"id":"1"}' },
        },
      },
      'Ya',
    ],
  ])('%s', (_what, message, text) => expect(read(message)).toBe(text))
})

describe('without words, but sent:', () => {
  test.each<[string, proto.IMessage]>([
    ['a picture', { imageMessage: {} }],
    ['a round video', { ptvMessage: { seconds: 3 } }],
    ['a sticker', { stickerMessage: {} }],
    ['a place that moves', { liveLocationMessage: { degreesLatitude: 1 } }],
    ['a poll', { pollCreationMessage: { name: 'harga?' } }],
    ['a poll, version 3', { pollCreationMessageV3: { name: 'harga?' } }],
    ['an order', { orderMessage: { orderId: '1', message: 'harga' } }],
    ['a product', { productMessage: { body: 'harga' } }],
    ['an event', { eventMessage: { name: 'harga' } }],
    ['an invitation to a group', { groupInviteMessage: { caption: 'harga' } }],
    ['an invitation to a channel', { newsletterFollowerInviteMessageV2: { caption: 'harga' } }],
    ['an invitation to lead a channel', { newsletterAdminInviteMessage: { caption: 'harga' } }],
    ['a pack of stickers', { stickerPackMessage: { name: 'harga' } }],
    ['a payment', { sendPaymentMessage: {} }],
    ['a request for money', { requestPaymentMessage: { amount1000: 5000 } }],
    ['buttons alone', { interactiveMessage: { nativeFlowMessage: {} } }],
    ['a list alone', { listMessage: { buttonText: 'harga' } }],
    ['a picture that names a group', { groupMentionedMessage: { message: { imageMessage: {} } } }],
    ['a button that says nothing', flow('{}')],
    ['a button with broken words', flow('{"id":')],
    ['a button with strange words', flow('{"display_text":{"a":1},"id":[]}')],
    ['a button with words that are no object', flow('"harga"')],
  ])('%s', (_what, message) => expect(read(message)).toBe(''))
})

describe('no message in a chat:', () => {
  test.each<[string, proto.IMessage]>([
    ['nothing', {}],
    ['a reaction', { reactionMessage: { key: { id: 'x' }, text: 'harga' } }],
    ['an edit', edit],
    ['an edit in its envelope', { editedMessage: { message: edit } }],
    ['an edit that is only an envelope', { editedMessage: { message: harga } }],
    [
      'an edit that disappears',
      { ephemeralMessage: { message: { editedMessage: { message: harga } } } },
    ],
    ['a status of a group', { groupStatusMessage: { message: harga } }],
    ['a status of a group, version 2', { groupStatusMessageV2: { message: harga } }],
    ['a mention in a status', { statusMentionMessage: { message: harga } }],
    ['a mention of the group in a status', { groupStatusMentionMessage: { message: harga } }],
    ['a vote', { pollUpdateMessage: { pollCreationMessageKey: { id: 'x' } } }],
    ['a pin', { pinInChatMessage: { key: { id: 'x' } } }],
    ['a deletion', { protocolMessage: { type: 0, key: { id: 'x' } } }],
    ['an album itself', { albumMessage: { expectedImageCount: 2 } }],
    ['a picture of an album without words', partOf('MEDIA_ALBUM')],
    ['the same in an envelope', inside(partOf('MEDIA_ALBUM'))],
    ['the same, disappearing', { ephemeralMessage: { message: partOf('MEDIA_ALBUM') } }],
    ['a picture of a poll', partOf('MEDIA_POLL')],
    ['a picture of an event', partOf('EVENT_COVER_IMAGE')],
    ['a picture once more in HD', partOf('HD_IMAGE_DUAL_UPLOAD')],
    ['a video once more in HD', partOf('HD_VIDEO_DUAL_UPLOAD')],
    ['the film of a picture that moves', partOf('MOTION_PHOTO')],
    ['a picture with words once more', inside(partOf('HD_IMAGE_DUAL_UPLOAD', 'harga'))],
    ['a picture once more, by its envelope', inside({ imageMessage: { caption: 'harga' } })],
    [
      'a picture once more, told outside of its envelope',
      { ...partOf('HD_IMAGE_DUAL_UPLOAD'), ...inside({ imageMessage: {} }) },
    ],
    ['envelopes without end', envelopes(50)],
    [
      'an edit under many envelopes',
      {
        ephemeralMessage: {
          message: { viewOnceMessage: { message: { ephemeralMessage: { message: edit } } } },
        },
      },
    ],
    ['a reaction as a comment', { commentMessage: { message: { reactionMessage: {} } } }],
    ['a payment that is refused', { declinePaymentRequestMessage: { key: { id: 'x' } } }],
    ['a request for money taken back', { cancelPaymentRequestMessage: { key: { id: 'x' } } }],
    ['an invitation to pay', { paymentInviteMessage: { serviceType: 1 } }],
    ['an invoice', { invoiceMessage: { note: 'harga' } }],
    ['a call', { callLogMesssage: { isVideo: true } }],
    ['a call to come', { scheduledCallCreationMessage: { title: 'harga' } }],
    ['a poll that is over', { pollResultSnapshotMessage: { name: 'harga' } }],
    ['an answer to an event, sealed', { encEventResponseMessage: { encIv: new Uint8Array(1) } }],
    ['what an assistant writes', { richResponseMessage: { messageType: 1 } }],
    ['the same, forwarded', { botForwardedMessage: { message: harga } }],
    ['a question of a channel', { questionMessage: { message: harga } }],
    ['an old template', { highlyStructuredMessage: { elementName: 'harga' } }],
    ['a key of a group', { senderKeyDistributionMessage: { groupId: 'x' } }],
  ])('%s', (_what, message) => expect(read(message)).toBeNull())
})

const ME = { id: '60111111111:7@s.whatsapp.net', lid: '900:7@lid' }
const STANZA = {
  tag: 'message',
  attrs: { id: 'A', t: '1763700000', from: '60131000001@s.whatsapp.net' },
}

test.each<[MessageKind, string, proto.IMessage]>([
  ['text', 'harga', { conversation: 'harga' }],
  ['text', 'harga', { extendedTextMessage: { text: 'harga' } }],
  ['text', 'Ya', { buttonsResponseMessage: { selectedDisplayText: 'Ya' } }],
  ['image', '', { imageMessage: {} }],
  ['image', 'ini', { imageMessage: { caption: 'ini' } }],
  ['image', '', { viewOnceMessageV2: { message: { imageMessage: {} } } }],
  ['image', '', { botInvokeMessage: { message: { imageMessage: {} } } }],
  ['image', '', { deviceSentMessage: { message: { imageMessage: {} } } }],
  ['video', '', { videoMessage: {} }],
  ['video', '', { ptvMessage: {} }],
  ['audio', '', { audioMessage: { ptt: true } }],
  [
    'document',
    'resit',
    { documentWithCaptionMessage: { message: { documentMessage: { caption: 'resit' } } } },
  ],
  ['sticker', '', { stickerMessage: {} }],
  ['location', '', { locationMessage: {} }],
  ['location', '', { liveLocationMessage: {} }],
  ['contact', '', { contactMessage: {} }],
  ['contact', '', { contactsArrayMessage: {} }],
  ['other', '', { interactiveResponseMessage: {} }],
])('%s %j', (kind, text, content) => {
  expect(readInbound(STANZA, content, ME)).toMatchObject({ kind, text })
})

test('a poll', () => {
  expect(readInbound(STANZA, { pollCreationMessageV3: { name: '?' } }, ME)?.kind).toBe('poll')
})
