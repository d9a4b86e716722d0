import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { MessageKind } from '@kirim/contract/message-kinds'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { contentTypeOf } from './content-type.ts'
import type { Converter } from './convert/convert.ts'
import { cleanOriginalName, newFileName } from './file-name.ts'
import type { Images } from './images.ts'
import type { MediaStore } from './media.ports.ts'
import type { MediaRepository } from './media.repository.ts'
import { NO_FACTS } from './media-facts.ts'
import { recognise } from './media-kinds.ts'

/** Files of others have no type in their names, so that nothing serves them by name. */
const EXTENSION = 'bin'
const JPEG = 'image/jpeg'
export const UNKNOWN_TYPE = 'application/octet-stream'

const PICTURES = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/gif', 'image/webp'])
const STICKERS = new Set(['image/webp', 'image/png', 'image/apng'])
const VIDEO = /^video\/(mp4|x-m4v|3gpp2?|quicktime|webm)$/
const SOUND = /^(audio\/[\w.+-]+(; codecs=opus)?|video\/(mp4|3gpp))$/

export interface StoreReceivedDeps {
  readonly media: Pick<MediaRepository, 'insert'>
  readonly store: Pick<MediaStore, 'put' | 'remove'>
  readonly images: Pick<Images, 'preview'>
  /** Null without ffmpeg. */
  readonly converter: Pick<Converter, 'poster'> | null
  readonly clock: Clock
}

interface Received {
  readonly path: string
  readonly kind: MessageKind
  readonly fileName: string
}

/**
 * Keeps a file that somebody has sent, as it is, with a small picture of it; null when its content
 * is not what its kind says. First the file, then its row, so that a row always has its file.
 * Throws `quota_media_bytes`, `media_storage_away` or `too_much_waiting`.
 */
export async function storeReceived(
  deps: StoreReceivedDeps,
  workspaceId: string,
  { path, kind, fileName }: Received,
): Promise<{ mediaId: string; previewId: string | null } | null> {
  const found = await contentTypeOf(path)
  const fileType = typeAs(kind, found)
  if (fileType === null) return null
  const folder = `${path}.made`
  await mkdir(folder, { mode: 0o700 })
  try {
    const previewPath = join(folder, 'preview')
    const hasPreview = await makePreview(deps, workspaceId, { path, kind, fileType, previewPath })
    const mediaId = await keep(deps, workspaceId, { path, fileName, fileType })
    const previewId = hasPreview
      ? await keep(deps, workspaceId, { path: previewPath, fileName: '', fileType: JPEG }).catch(
          none,
        )
      : null
    return { mediaId, previewId }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A file without its small picture is of use. */
const none = () => null

/** How a file of a kind is stored and served, by its content; null when it is not of that kind. */
export function typeAs(kind: MessageKind, found: string | null): string | null {
  if (kind === 'document') return documentType(found)
  if (found === null) return null
  const isOfKind =
    (kind === 'image' && PICTURES.has(found)) ||
    (kind === 'sticker' && STICKERS.has(found)) ||
    (kind === 'video' && VIDEO.test(found)) ||
    (kind === 'audio' && SOUND.test(found))
  if (!isOfKind) return null
  return kind === 'audio' ? found.replace(/^video\//, 'audio/') : found
}

/** Others are only saved, whatever they are. */
function documentType(found: string | null): string {
  const known = recognise(found)
  return known.as === 'other' || known.as === 'unsupported' ? UNKNOWN_TYPE : (found ?? UNKNOWN_TYPE)
}

interface Previewed {
  readonly path: string
  readonly kind: MessageKind
  readonly fileType: string
  readonly previewPath: string
}

async function makePreview(
  { images, converter }: Pick<StoreReceivedDeps, 'images' | 'converter'>,
  workspaceId: string,
  { path, kind, fileType, previewPath }: Previewed,
): Promise<boolean> {
  try {
    if (kind === 'image') return await images.preview(workspaceId, { path, jpegPath: previewPath })
    const known = recognise(fileType)
    if (kind !== 'video' || !converter || !('format' in known) || !known.format) return false
    return await converter.poster(workspaceId, {
      path,
      madePath: previewPath,
      format: known.format,
    })
  } catch (error) {
    if (error instanceof DomainError && error.code.startsWith('media_')) return false
    throw error
  }
}

async function keep(
  { media, store, clock }: StoreReceivedDeps,
  workspaceId: string,
  file: { readonly path: string; readonly fileName: string; readonly fileType: string },
): Promise<string> {
  const { size } = await stat(file.path)
  const record = {
    id: newId(),
    originalName: cleanOriginalName(file.fileName),
    fileName: newFileName(EXTENSION),
    fileType: file.fileType,
    fileSize: size,
    createdAt: clock.now(),
    facts: NO_FACTS,
  }
  await store.put(file.path, record.fileName)
  try {
    await media.insert(workspaceId, record, false)
  } catch (error) {
    await store.remove(record.fileName)
    throw error
  }
  return record.id
}
