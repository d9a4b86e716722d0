import { Readable } from 'node:stream'
import type { proto } from 'baileys'
import type { Core } from '../core.ts'
import { encryptFile } from '../media/media-crypto.ts'
import { directPathOf } from '../media/media-files.ts'
import type { MediaHost } from '../media/media-host.ts'
import type { OutgoingContent } from '../types.ts'

/** Builds a protocol message. A picture is encrypted and stored on the media host. */
export async function composeContent(
  core: Core,
  mediaHost: MediaHost,
  content: OutgoingContent,
): Promise<proto.IMessage> {
  if ('message' in content) return content.message
  if ('text' in content) return { conversation: content.text }
  const sealed = await encryptFile(content.image, 'image')
  const directPath = directPathOf(await core.files.keep(Readable.from([sealed.body])))
  return {
    imageMessage: {
      url: `https://${mediaHost.address}${directPath}`,
      directPath,
      mimetype: content.mime,
      caption: content.caption ?? null,
      mediaKey: sealed.key,
      fileSha256: sealed.sha256,
      fileEncSha256: sealed.encSha256,
      fileLength: content.image.length,
      mediaKeyTimestamp: Math.floor(core.clock.now() / 1000),
    },
  }
}
