import type { AnyMessageContent } from 'baileys'
import type { OutgoingMessage } from '../../features/outgoing/outgoing.ports.ts'

/**
 * The formats that WhatsApp shows as pictures; other images are sent as documents, so that they
 * stay readable.
 */
const PICTURES = new Set(['image/jpeg', 'image/png'])
const VIDEOS = new Set(['video/mp4', 'video/3gpp'])
/** Played as a voice note; other sound as a file that is played. */
const VOICE = 'audio/ogg; codecs=opus'

/**
 * A message in the driver's format. Without link previews, for which the server would fetch the
 * link.
 */
export function contentOf(message: OutgoingMessage): AnyMessageContent {
  const { text, media } = message
  if (!media) return { text, linkPreview: null }
  const source = { url: media.path }
  const caption = text ? { caption: text } : {}
  if (PICTURES.has(media.fileType)) return { image: source, mimetype: media.fileType, ...caption }
  if (VIDEOS.has(media.fileType)) return { video: source, mimetype: media.fileType, ...caption }
  // Sound has no caption: with words it goes as a document rather than without them.
  if (!text && media.fileType.startsWith('audio/')) {
    return { audio: source, mimetype: media.fileType, ptt: media.fileType === VOICE }
  }
  return { document: source, mimetype: media.fileType, fileName: media.originalName, ...caption }
}
