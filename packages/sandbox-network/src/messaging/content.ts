import { normalizeMessageContent, proto, unpadRandomMax16 } from 'baileys'
import type { MediaReference } from '../store/messages.ts'
import type { MessageKind } from '../types.ts'

/** The content of a message that a chat shows. */
export interface ReadableContent {
  kind: MessageKind | 'protocol'
  text: string
  media: MediaReference | undefined
}

/** Parses a decrypted message. Throws when it is malformed. */
export function parseMessage(padded: Uint8Array): proto.Message {
  return proto.Message.decode(unpadRandomMax16(Buffer.from(padded)))
}

/** Returns `media.intact` as false: only fetching the file can tell. */
export function readContent(message: proto.IMessage): ReadableContent {
  const content = normalizeMessageContent(message) ?? {}
  return readMedia(content) ?? readPlain(content)
}

function readPlain(content: proto.IMessage): ReadableContent {
  const plain = (kind: ReadableContent['kind'], text: string | null | undefined) => ({
    kind,
    text: text ?? '',
    media: undefined,
  })
  for (const [key, read] of Object.entries(PLAIN)) {
    if (content[key as keyof proto.IMessage]) return plain(...read(content))
  }
  return plain('other', '')
}

type Plain = [kind: ReadableContent['kind'], text: string | null | undefined]

/** Tried in this order: a message contains one of them. */
const PLAIN: Record<string, (content: proto.IMessage) => Plain> = {
  conversation: (m) => ['text', m.conversation],
  extendedTextMessage: (m) => ['text', m.extendedTextMessage?.text],
  protocolMessage: () => ['protocol', ''],
  pollUpdateMessage: () => ['protocol', ''],
  reactionMessage: (m) => ['reaction', m.reactionMessage?.text],
  buttonsMessage: (m) => ['buttons', m.buttonsMessage?.contentText],
  templateMessage: (m) => ['buttons', m.templateMessage?.hydratedTemplate?.hydratedContentText],
  interactiveMessage: (m) => ['buttons', m.interactiveMessage?.body?.text],
  listMessage: (m) => ['list', m.listMessage?.description ?? m.listMessage?.title],
  buttonsResponseMessage: (m) => ['reply', m.buttonsResponseMessage?.selectedDisplayText],
  templateButtonReplyMessage: (m) => ['reply', m.templateButtonReplyMessage?.selectedDisplayText],
  listResponseMessage: (m) => ['reply', m.listResponseMessage?.title],
  interactiveResponseMessage: (m) => ['reply', m.interactiveResponseMessage?.body?.text],
  contactMessage: (m) => ['contact', m.contactMessage?.displayName],
  contactsArrayMessage: (m) => ['contact', m.contactsArrayMessage?.displayName],
  locationMessage: (m) => ['location', m.locationMessage?.name],
  pollCreationMessage: (m) => ['poll', m.pollCreationMessage?.name],
  pollCreationMessageV3: (m) => ['poll', m.pollCreationMessageV3?.name],
}

function readMedia(content: proto.IMessage): ReadableContent | undefined {
  const { imageMessage, videoMessage, audioMessage, stickerMessage } = content
  const documentMessage =
    content.documentMessage ?? content.documentWithCaptionMessage?.message?.documentMessage
  if (imageMessage) return withMedia('image', imageMessage, imageMessage.caption)
  if (videoMessage) return withMedia('video', videoMessage, videoMessage.caption)
  if (audioMessage) return withMedia('audio', audioMessage, '')
  if (stickerMessage) return withMedia('sticker', stickerMessage, '')
  if (!documentMessage) return undefined
  return withMedia('document', documentMessage, documentMessage.caption, documentMessage.fileName)
}

interface MediaFields {
  mimetype?: string | null
  mediaKey?: Uint8Array | null
  fileSha256?: Uint8Array | null
  fileEncSha256?: Uint8Array | null
  fileLength?: { toString(): string } | number | null
  directPath?: string | null
}

function withMedia(
  type: MediaReference['type'],
  fields: MediaFields,
  caption: string | null | undefined,
  fileName?: string | null,
): ReadableContent {
  const base64 = (value: Uint8Array | null | undefined) =>
    Buffer.from(value ?? Buffer.alloc(0)).toString('base64')
  return {
    kind: type,
    text: caption ?? '',
    media: {
      type,
      mime: fields.mimetype ?? 'application/octet-stream',
      ...(fileName ? { fileName } : {}),
      fileSize: Number(fields.fileLength ?? 0),
      key: base64(fields.mediaKey),
      sha256: base64(fields.fileSha256),
      encSha256: base64(fields.fileEncSha256),
      directPath: fields.directPath ?? '',
      intact: false,
    },
  }
}
