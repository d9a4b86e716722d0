import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MEDIA_MAX_BYTES } from '@kirim/contract/limits'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/errors.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { newId } from '../../platform/ids.ts'
import { cleanOriginalName, newFileName } from './file-name.ts'
import type { MediaStore } from './media.ports.ts'
import type { MediaRecord, MediaRepository } from './media.repository.ts'
import { type PrepareDeps, prepareUpload } from './prepare-upload.ts'
import type { PreparedFile } from './prepared-file.ts'

export interface StoreUploadDeps extends PrepareDeps {
  readonly media: MediaRepository
  readonly store: MediaStore
  readonly clock: Clock
}

/**
 * Stores an uploaded picture, video, sound or document, identified by its content [5.media]. First
 * the file, then its row, so that a row always has its file. Throws `media_too_large`,
 * `media_wrong_type`, `media_unsupported`, `media_unreadable`, `media_too_many_pixels`,
 * `media_too_slow`, `media_needs_ffmpeg`, `media_sound_needs_ffmpeg`, `media_convert_too_slow`,
 * `media_converted_too_large`, `too_much_waiting` or `quota_media_bytes`.
 */
export async function storeUpload(
  deps: StoreUploadDeps,
  workspaceId: string,
  file: UploadedFile,
  options: { inLibrary: boolean },
): Promise<MediaRecord> {
  refuseTooLarge(file.size)
  const folder = `${file.path}.made`
  try {
    await mkdir(folder, { mode: 0o700 })
    const place = (name: string) => join(folder, name)
    const prepared = await prepareUpload(deps, { member: workspaceId, path: file.path, place })
    const { size } = await stat(prepared.path)
    refuseTooLarge(size)
    return await keep(deps, workspaceId, { ...prepared, size, file, inLibrary: options.inLibrary })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function refuseTooLarge(size: number): void {
  if (size > MEDIA_MAX_BYTES) throw new DomainError('media_too_large')
}

async function keep(
  deps: StoreUploadDeps,
  workspaceId: string,
  ready: PreparedFile & { size: number; file: UploadedFile; inLibrary: boolean },
): Promise<MediaRecord> {
  const record: MediaRecord = {
    id: newId(),
    originalName: cleanOriginalName(ready.file.originalName),
    fileName: newFileName(ready.kind.extension),
    fileType: ready.kind.type,
    fileSize: ready.size,
    createdAt: deps.clock.now(),
    facts: ready.facts,
  }
  await deps.store.put(ready.path, record.fileName)
  try {
    await deps.media.insert(workspaceId, record, ready.inLibrary)
  } catch (error) {
    await deps.store.remove(record.fileName)
    throw error
  }
  return record
}
