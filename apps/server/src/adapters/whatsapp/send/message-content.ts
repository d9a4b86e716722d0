import {
  type AnyMediaMessageContent,
  type AnyMessageContent,
  type AuthenticationCreds,
  generateWAMessage,
  isJidGroup,
  type proto,
  type UserFacingSocketConfig,
  type WAMediaUploadFunction,
} from 'baileys'
import type { OutgoingFacts, OutgoingMessage } from '../../../features/delivery/delivery.ports.ts'
import type { createChatTimers } from './chat-timers.ts'
import type { createGroupMetadata } from './group-metadata.ts'
import { ownAddress, quotedOf, specialContentOf } from './special-content.ts'

/** The formats that WhatsApp shows as pictures; other images are sent as documents. */
const PICTURES = new Set(['image/jpeg', 'image/png'])
const VIDEOS = new Set(['video/mp4', 'video/3gpp'])
/** Sent as a voice note; other audio as a playable file. */
const VOICE = 'audio/ogg; codecs=opus'

/** Adds a field that the driver accepts although its types omit it. */
type Content = AnyMessageContent | (AnyMediaMessageContent & { seconds?: number })

/**
 * A message in the driver's format, without link previews, for which the server would fetch the
 * link. Facts of a video or voice note are set or left empty: if they were missing, the driver
 * would start ffmpeg through a shell to determine them.
 */
export function contentOf(message: OutgoingMessage): Content {
  const special = specialContentOf(message)
  if (special) return special
  const { text, media, content } = message
  const own = content?.type === 'message' ? content : null
  const mentions = own?.mentions ? { mentions: [...own.mentions] } : {}
  if (!media) return { text, linkPreview: null, ...mentions }
  const { fileType: mimetype, facts } = media
  const source = { url: media.path }
  const caption = text ? { caption: text, ...mentions } : {}
  if (PICTURES.has(mimetype)) return { image: source, mimetype, ...caption }
  if (VIDEOS.has(mimetype)) return { video: source, mimetype, ...ofVideo(facts), ...caption }
  // Audio has no caption, so with text it is sent as a document.
  if (!text && mimetype.startsWith('audio/')) {
    return { audio: source, mimetype, ...ofSound(mimetype, facts, own?.waveform) }
  }
  return { document: source, mimetype, fileName: media.originalName, ...caption }
}

function ofVideo(facts: OutgoingFacts | undefined) {
  return {
    jpegThumbnail: facts?.thumbnail ?? '',
    ...(facts?.isLooping && { gifPlayback: true }),
    ...(facts?.seconds && { seconds: facts.seconds }),
    ...(facts?.width && facts.height && { width: facts.width, height: facts.height }),
  }
}

function ofSound(mimetype: string, facts: OutgoingFacts | undefined, waveform = '') {
  const isVoice = mimetype === VOICE
  return {
    ptt: isVoice,
    ...(isVoice && { waveform: new Uint8Array(Buffer.from(waveform, 'base64')) }),
    ...(facts?.seconds && { seconds: facts.seconds }),
  }
}

export interface ContentDeps {
  readonly creds: AuthenticationCreds
  readonly groups: Pick<ReturnType<typeof createGroupMetadata>, 'cached'>
  readonly timers: Pick<ReturnType<typeof createChatTimers>, 'of'>
  readonly upload: WAMediaUploadFunction
  readonly mediaCache: NonNullable<UserFacingSocketConfig['mediaCache']>
}

/** Builds the content to encrypt: uploads files, and applies the chat's timer. */
export function createReadyContent({ creds, groups, timers, upload, mediaCache }: ContentDeps) {
  return async function contentFor(message: OutgoingMessage): Promise<proto.IMessage | undefined> {
    const { jid, messageId } = message
    const ephemeralExpiration = isJidGroup(jid)
      ? (await groups.cached(jid))?.ephemeralDuration
      : await timers.of(jid)
    const ready = await generateWAMessage(jid, contentOf(message), {
      ...quotedOf(message),
      userJid: ownAddress(jid, creds),
      upload,
      mediaCache,
      messageId,
      ...(ephemeralExpiration && { ephemeralExpiration }),
    })
    return ready.message ?? undefined
  }
}
