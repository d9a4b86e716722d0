import type { CampaignUse } from '@kirim/contract/campaign-use'
import type { Expression, SqlBool } from 'kysely'
import type { Sight } from '../../platform/caller.ts'

/** Stores media files under names from `newFileName`; any other name is treated as missing. */
export interface MediaStore {
  /** Stores a copy of a file. Once this resolves, the file survives a power cut. */
  put(sourcePath: string, fileName: string): Promise<void>
  /**
   * The path of a local file with its content, which stays for the next minutes; null when it is
   * gone, and for a name not from `newFileName`. Throws `media_storage_away`, as do the others.
   */
  localPath(fileName: string): Promise<string | null>
  /** Does nothing when the file is already gone. */
  remove(fileName: string): Promise<void>
  /**
   * Removes half-written files and files that `known` does not return, unless another node may just
   * be storing them; returns their number. When nothing is known, all files are kept: the database
   * most likely belongs to another folder.
   */
  keepOnly(known: (fileNames: string[]) => Promise<ReadonlySet<string>>): Promise<number>
  /** Cancels all calls, which throw. */
  stop(): void
}

/** The campaigns that use this file, as far as they are seen. */
export type MediaUses = (sight: Sight, mediaId: string) => Promise<CampaignUse>

/** A query expression: whether another feature still needs the file in this column. */
export type NeedsMedia = (mediaId: string) => Expression<SqlBool>

/** ffmpeg, as a process of its own. */
export interface Ffmpeg {
  /**
   * Runs it once and returns how it ended, after its last write. The arguments contain no user
   * input and only file names of ours. The default limit is two minutes.
   */
  run(
    args: readonly string[],
    limitMs?: number,
  ): Promise<'made' | 'failed' | 'too_slow' | 'stopped'>
}
