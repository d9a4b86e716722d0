import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { proto } from 'baileys'
import type { Core } from '../core.ts'
import { encryptFile } from '../media/media-crypto.ts'
import { directPathOf } from '../media/media-files.ts'
import type { MediaHost } from '../media/media-host.ts'
import type { OutgoingContent, OutgoingFile } from '../types.ts'

/** Builds a protocol message. A file is encrypted and stored on the media host. */
export async function composeContent(
  core: Core,
  mediaHost: MediaHost,
  content: OutgoingContent,
): Promise<proto.IMessage> {
  if ('message' in content) return content.message
  if ('text' in content) return { conversation: content.text }
  if ('poll' in content) return composePoll(content.poll)
  if ('file' in content) return composeFile(core, mediaHost, content)
  const { image: file, ...rest } = content
  return composeFile(core, mediaHost, { file, as: 'image', ...rest })
}

function composePoll(poll: {
  question: string
  options: readonly string[]
  choices: number
}): proto.IMessage {
  return {
    messageContextInfo: { messageSecret: randomBytes(32) },
    pollCreationMessageV3: {
      name: poll.question,
      options: poll.options.map((optionName) => ({ optionName })),
      selectableOptionsCount: poll.choices,
    },
  }
}

async function composeFile(
  core: Core,
  mediaHost: MediaHost,
  { file, as, ...content }: OutgoingFile,
): Promise<proto.IMessage> {
  const sealed = await encryptFile(file, as)
  const directPath = directPathOf(await core.files.keep(Readable.from([sealed.body])))
  const { isVoice, isViewOnce, fileName, pages, seconds, waveform } = content
  const fields = {
    url: `https://${mediaHost.address}${directPath}`,
    directPath,
    mimetype: content.mime,
    caption: content.caption ?? null,
    mediaKey: sealed.key,
    fileSha256: sealed.sha256,
    fileEncSha256: sealed.encSha256,
    fileLength: file.length,
    mediaKeyTimestamp: Math.floor(core.clock.now() / 1000),
    ...(seconds !== undefined && { seconds }),
    ...(isVoice && { ptt: true, waveform: waveform ?? null }),
    ...(fileName !== undefined && { fileName, title: fileName, pageCount: pages ?? null }),
    ...(isViewOnce && { viewOnce: true }),
  }
  const message = { [`${as}Message`]: fields } as proto.IMessage
  return isViewOnce ? { viewOnceMessageV2: { message } } : message
}
