import type { SandboxCard } from '@kirim/contract/sandbox-content'
import type { OutgoingContent } from '@kirim/sandbox-network/types'
import type { SandboxContent } from '../../features/sandbox/sandbox.ports.ts'

/** Loudness over time of every voice note of the sandbox. */
const WAVEFORM = Uint8Array.from({ length: 64 }, (_, n) => 20 + ((n * 37) % 70))
const VOICE_SECONDS = 4

/** What a contact sends, as the network takes it. */
export function toNetworkContent(content: SandboxContent): OutgoingContent {
  if ('card' in content) return cardContent(content.card)
  if (!('file' in content)) {
    const { text, image } = content
    return image ? { image: image.bytes, mime: image.type, caption: text } : { text }
  }
  const { file, as, type: mime, text: caption, fileName, isViewOnce } = content
  if (as === 'voice') {
    const sound = { isVoice: true, waveform: WAVEFORM, seconds: VOICE_SECONDS }
    return { file, as: 'audio', mime, ...sound, ...(isViewOnce && { isViewOnce }) }
  }
  return {
    ...{ file, as, mime, caption },
    ...(as === 'document' && { fileName }),
    ...(isViewOnce && { isViewOnce }),
  }
}

function cardContent(card: SandboxCard): OutgoingContent {
  switch (card.type) {
    case 'poll':
      return { poll: card }
    case 'location': {
      const { latitude: degreesLatitude, longitude: degreesLongitude, name } = card
      return { message: { locationMessage: { degreesLatitude, degreesLongitude, name } } }
    }
    case 'contact': {
      const { name: displayName, phoneNumber } = card
      const vcard = [
        ...['BEGIN:VCARD', 'VERSION:3.0', `FN:${displayName}`],
        ...[`TEL;type=CELL;waid=${phoneNumber}:+${phoneNumber}`, 'END:VCARD'],
      ].join('\n')
      return { message: { contactMessage: { displayName, vcard } } }
    }
  }
}
