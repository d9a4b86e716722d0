import { DomainError } from '../../platform/errors.ts'
import type { MediaStore } from './media.ports.ts'
import type { MediaRepository } from './media.repository.ts'

export interface ReleaseMediaDeps {
  readonly media: MediaRepository
  readonly store: MediaStore
}

/**
 * Deletes a file from the library. Campaigns and chatbot items that use it keep it. Throws
 * `media_not_found`.
 */
export async function deleteFromLibrary(
  deps: ReleaseMediaDeps,
  userId: string,
  id: string,
): Promise<void> {
  if (!(await deps.media.takeFromLibrary(userId, id))) throw new DomainError('media_not_found')
  await releaseUnused(deps, [id])
}

/**
 * Erases the given files that are in no library, campaign or chatbot item: the row first, then the
 * file.
 */
export async function releaseUnused(
  deps: ReleaseMediaDeps,
  ids: readonly string[] | 'all',
): Promise<void> {
  for (const fileName of await deps.media.deleteUnused(ids)) await deps.store.remove(fileName)
}

/** Erases all media of a deleted user: the rows first, then the files. */
export async function eraseMediaOf(deps: ReleaseMediaDeps, userId: string): Promise<void> {
  for (const fileName of await deps.media.deleteAllOf(userId)) await deps.store.remove(fileName)
}

/**
 * Erases the remains of crashes and deleted accounts: unused rows, and files without a row. Only
 * before uploads are accepted.
 */
export async function sweepMedia(deps: ReleaseMediaDeps): Promise<void> {
  await releaseUnused(deps, 'all')
  await deps.store.keepOnly((fileNames) => deps.media.knownFileNames(fileNames))
}
