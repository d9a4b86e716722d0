import type { proto } from 'baileys'
import type { StoredFile } from '../../../../platform/message-content.ts'
import { boundedBytes, boundedLine, countOf } from './bounds.ts'

const KEY_BYTES = 32
const PATH_MAX = 1000
const NAME_MAX = 200
const THUMBNAIL_MAX_BYTES = 8 * 1024
const WAVEFORM_MAX_BYTES = 128
const SIDE_MAX = 100_000
const SECONDS_MAX = 1_000_000
const PAGES_MAX = 1_000_000
const SIZE_MAX = 4 * 1024 ** 3

const MEDIA_TYPE = /^[a-z]+\/[\w.+-]{1,80}/i
/** The driver appends a path to a host's name. */
const DIRECT_PATH = /^\/[^\s\\]*$/

interface FileFields {
  readonly mimetype?: string | null
  readonly fileLength?: unknown
  readonly width?: number | null
  readonly height?: number | null
  readonly seconds?: number | null
  readonly pageCount?: number | null
  readonly ptt?: boolean | null
  readonly fileName?: string | null
  readonly title?: string | null
  readonly waveform?: Uint8Array | null
  readonly jpegThumbnail?: Uint8Array | null
  readonly mediaKey?: Uint8Array | null
  readonly directPath?: string | null
  readonly fileSha256?: Uint8Array | null
  readonly fileEncSha256?: Uint8Array | null
}

/** The file of an unwrapped message; null when there is none that could be fetched. */
export function fileIn(content: proto.IMessage): StoredFile | null {
  const found: FileFields | null | undefined =
    content.imageMessage ??
    content.videoMessage ??
    content.ptvMessage ??
    content.audioMessage ??
    content.documentMessage ??
    content.stickerMessage ??
    content.lottieStickerMessage?.message?.stickerMessage
  return found ? toFile(found) : null
}

function toFile(fields: FileFields): StoredFile | null {
  const { mediaKey, fileSha256, fileEncSha256, directPath } = fields
  const isWhole = [mediaKey, fileSha256, fileEncSha256].every((b) => b?.length === KEY_BYTES)
  if (!isWhole || !directPath || directPath.length > PATH_MAX) return null
  if (!DIRECT_PATH.test(directPath)) return null
  const thumbnail = boundedBytes(fields.jpegThumbnail, THUMBNAIL_MAX_BYTES)
  const waveform = boundedBytes(fields.waveform, WAVEFORM_MAX_BYTES)
  return {
    fileType: (
      MEDIA_TYPE.exec(fields.mimetype ?? '')?.[0] ?? 'application/octet-stream'
    ).toLowerCase(),
    fileName: fileNameOf(fields.fileName || fields.title),
    fileSize: countOf(fields.fileLength, SIZE_MAX) ?? 0,
    ...known('width', countOf(fields.width, SIDE_MAX)),
    ...known('height', countOf(fields.height, SIDE_MAX)),
    ...known('seconds', countOf(fields.seconds, SECONDS_MAX)),
    ...known('pages', countOf(fields.pageCount, PAGES_MAX)),
    ...(fields.ptt && { isVoice: true }),
    ...(waveform && { waveform }),
    ...(thumbnail && { thumbnail }),
    directPath,
    mediaKey: boundedBytes(mediaKey, KEY_BYTES),
    fileSha256: boundedBytes(fileSha256, KEY_BYTES),
    fileEncSha256: boundedBytes(fileEncSha256, KEY_BYTES),
  }
}

const known = <Name extends string>(name: Name, value: number | undefined) =>
  value === undefined ? {} : { [name]: value }

/** Without folders, so that it names nothing outside of where a browser saves it. */
function fileNameOf(written: string | null | undefined): string {
  return (
    boundedLine(written, 10 * NAME_MAX)
      .split(/[\\/]/)
      .at(-1)
      ?.slice(-NAME_MAX)
      .toWellFormed() ?? ''
  )
}
