import type { Campaign } from '../stored-campaign.ts'

/** A device's rest from uploading files. */
export interface FilesRest {
  /** The campaign whose file was tried last. */
  readonly campaign: Pick<Campaign, 'id' | 'userId'>
  readonly until: number
  readonly times: number
}

/** What one device is doing. */
export interface Runner {
  readonly deviceId: string
  stopped: boolean
  /** Aborted to make the runner check again at once. */
  nap: AbortController
  /** The campaign being sent; null while there is none. */
  campaign: Pick<Campaign, 'id' | 'name' | 'userId'> | null
  nextAt: number | null
  /** Its last try failed for the storage of media, which was away. */
  lacksMedia: boolean
  /** The network takes no files: campaigns with files wait. */
  filesRest: FilesRest | null
  /** Until then it writes to nobody new, as of its last step. */
  limitedUntil: number | null
  /** Whom it is about to write to: no other device begins with them. */
  person: string | null
  /** The gap drawn for a person, stored so that checking again does not draw again. */
  gap: { recipientId: string; ms: number } | null
  finished: Promise<void>
}

export function createRunner(deviceId: string): Runner {
  return {
    deviceId,
    stopped: false,
    nap: new AbortController(),
    campaign: null,
    nextAt: null,
    lacksMedia: false,
    filesRest: null,
    limitedUntil: null,
    person: null,
    gap: null,
    finished: Promise.resolve(),
  }
}
