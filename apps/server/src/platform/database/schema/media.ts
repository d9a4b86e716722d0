import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface MediaTables {
  media: MediaTable
  doomed_media: DoomedMediaTable
}

export interface MediaTable {
  id: string
  user_id: string
  original_name: string
  file_name: string
  file_type: string
  file_size: number
  /** 0: only attached to a campaign, or deleted from the library while a campaign still uses it. */
  in_library: Flag
  created_at: number
  /**
   * 0: stored before metadata was removed on upload; may still contain location, time and camera.
   */
  cleaned: Flag
  /**
   * The displayed size in pixels; null if the file is no video, or was stored by an older version.
   */
  width: number | null
  height: number | null
  /** The duration in seconds. */
  seconds: number | null
  /** A small JPEG, in base64. */
  thumbnail: string | null
  /** 1: a video that plays in a loop. */
  is_looping: Generated<Flag>
}

/** A file whose row is deleted; kept until the storage has erased the file. */
export interface DoomedMediaTable {
  file_name: string
}
