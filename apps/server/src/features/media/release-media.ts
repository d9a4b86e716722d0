import { DomainError } from '../../platform/errors.ts'
import { eraseFiles } from './erase-doomed.ts'
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
  workspaceId: string,
  id: string,
): Promise<void> {
  if (!(await deps.media.takeFromLibrary(workspaceId, id))) throw new DomainError('media_not_found')
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
  await eraseFiles(deps, await deps.media.deleteUnused(ids))
}

/** Erases all media of a deleted workspace: the rows first, then the files. */
export async function eraseMediaOf(deps: ReleaseMediaDeps, workspaceId: string): Promise<void> {
  await eraseFiles(deps, await deps.media.deleteAllOf(workspaceId))
}

/**
 * Erases the remains of crashes and deleted accounts: unused rows, and files without a row. Only
 * before uploads are accepted; where other nodes accept them, nothing younger than `before` goes.
 */
export async function sweepMedia(
  deps: ReleaseMediaDeps,
  before: number | null = null,
): Promise<void> {
  await eraseFiles(deps, await deps.media.deleteUnused('all', before))
  await sweepFiles(deps)
}

/** Erases files without a row. */
export async function sweepFiles({ media, store }: ReleaseMediaDeps): Promise<void> {
  await store.keepOnly((fileNames) => media.knownFileNames(fileNames))
}
