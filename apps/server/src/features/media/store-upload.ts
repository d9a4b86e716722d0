import { rm, stat } from 'node:fs/promises'
import { MEDIA_MAX_BYTES } from '@kirim/contract/limits'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/errors.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { newId } from '../../platform/ids.ts'
import { cleanOriginalName, newFileName } from './file-name.ts'
import type { Images } from './images.ts'
import type { MediaStore } from './media.ports.ts'
import type { MediaRecord, MediaRepository } from './media.repository.ts'
import { type MediaKind, recognise } from './media-kinds.ts'
import { cleanVideo } from './metadata/blank-video.ts'
import { hasSound } from './metadata/has-sound.ts'
import { isPlainDocument } from './metadata/whole-document.ts'

export interface StoreUploadDeps {
  readonly media: MediaRepository
  readonly store: MediaStore
  readonly images: Images
  readonly clock: Clock
}

/**
 * Stores an uploaded picture, video, sound or document, identified by its content [5.media];
 * pictures and videos without location, time and camera metadata. First the file, then its row, so
 * that a row always has its file. Throws `media_too_large`, `media_wrong_type`,
 * `media_unsupported`, `media_unreadable`, `media_too_many_pixels`, `media_too_slow`,
 * `too_much_waiting` or `quota_media_bytes`.
 */
export async function storeUpload(
  deps: StoreUploadDeps,
  userId: string,
  file: UploadedFile,
  options: { inLibrary: boolean },
): Promise<MediaRecord> {
  refuseTooLarge(file.size)
  const madePath = `${file.path}.made`
  try {
    const { path, kind } = await prepare(deps.images, userId, file, madePath)
    const { size } = await stat(path)
    refuseTooLarge(size)
    return await keep(deps, userId, { path, size, kind, file, inLibrary: options.inLibrary })
  } finally {
    await rm(madePath, { force: true })
  }
}

function refuseTooLarge(size: number): void {
  if (size > MEDIA_MAX_BYTES) throw new DomainError('media_too_large')
}

async function prepare(
  images: Images,
  userId: string,
  { path }: UploadedFile,
  madePath: string,
): Promise<{ path: string; kind: MediaKind }> {
  const { fileTypeFromFile } = await import('file-type')
  const found = recognise((await fileTypeFromFile(path))?.mime ?? null)
  switch (found.as) {
    case 'image': {
      const picture = { path, type: found.kind.type, cleanPath: madePath }
      return { path: await images.clean(userId, picture), kind: found.kind }
    }
    case 'video': {
      const video = { path, type: found.kind.type, cleanPath: madePath }
      return { path: await cleanVideo(video), kind: found.kind }
    }
    case 'sound':
      return { path: await prepareSound(path, found.kind, madePath), kind: found.kind }
    case 'document':
      if (await isPlainDocument(path, found.kind.type)) return { path, kind: found.kind }
      throw new DomainError('media_wrong_type')
    case 'converted':
      await images.convert(userId, path, madePath)
      return { path: madePath, kind: found.kind }
    case 'unsupported':
      throw new DomainError('media_unsupported')
    case 'other':
      throw new DomainError('media_wrong_type')
  }
}

/** Takes place and device out of MPEG-4, as of a video; other formats have no such metadata. */
async function prepareSound(path: string, { type }: MediaKind, cleanPath: string): Promise<string> {
  if (type !== 'audio/mp4') return path
  if (!(await hasSound(path))) throw new DomainError('media_wrong_type')
  return cleanVideo({ path, type, cleanPath })
}

async function keep(
  deps: StoreUploadDeps,
  userId: string,
  ready: { path: string; size: number; kind: MediaKind; file: UploadedFile; inLibrary: boolean },
): Promise<MediaRecord> {
  const record: MediaRecord = {
    id: newId(),
    originalName: cleanOriginalName(ready.file.originalName),
    fileName: newFileName(ready.kind.extension),
    fileType: ready.kind.type,
    fileSize: ready.size,
    createdAt: deps.clock.now(),
  }
  await deps.store.put(ready.path, record.fileName)
  try {
    await deps.media.insert(userId, record, ready.inLibrary)
  } catch (error) {
    await deps.store.remove(record.fileName)
    throw error
  }
  return record
}
