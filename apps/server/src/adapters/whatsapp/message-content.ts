import type { AnyMessageContent } from 'baileys'
import type { OutgoingMessage } from '../../features/outgoing/outgoing.ports.ts'

/**
 * The formats that WhatsApp shows as pictures; other images are sent as documents, so that they
 * stay readable.
 */
const PICTURES = new Set(['image/jpeg', 'image/png'])
const VIDEOS = new Set(['video/mp4', 'video/3gpp'])

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
  return { document: source, mimetype: media.fileType, fileName: media.originalName, ...caption }
}
