import type { CampaignUse } from '@kirim/contract/campaign-use'
import type { Expression, SqlBool } from 'kysely'

/** Where media files are kept. Names are made by `newFileName`; any other name is not found. */
export interface MediaStore {
  /** Keeps a copy of a file: once this resolves, it outlives a power cut. */
  put(sourcePath: string, fileName: string): Promise<void>
  /**
   * Where the file can be read on this machine;
   * null when it is gone, and for a name that is none of ours.
   */
  localPath(fileName: string): string | null
  /** Does nothing when the file is gone already. */
  remove(fileName: string): Promise<void>
  /**
   * Removes half-written files, and files that `known` does not answer; returns how many. When
   * nothing at all is known, every file stays: the database is then most likely not theirs.
   */
  keepOnly(known: (fileNames: string[]) => Promise<ReadonlySet<string>>): Promise<number>
}

/** Campaigns of the user that use this file. */
export type MediaUses = (userId: string, mediaId: string) => Promise<CampaignUse>

/** In a query: whether another room still needs the file in this column. */
export type NeedsMedia = (mediaId: string) => Expression<SqlBool>
