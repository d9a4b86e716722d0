import type { MediaFacts } from './media-facts.ts'
import type { MediaKind } from './media-kinds.ts'

/** An upload that is being prepared. */
export interface Upload {
  readonly member: string
  readonly path: string
  /** The path of a derived file, which is removed afterwards. */
  place(name: string): string
}

/** The recognised kind of an upload, and ffmpeg's name of its format. */
export interface RecognisedUpload {
  readonly kind: MediaKind
  readonly format: string | null
}

/** A file as it is stored and sent. */
export interface PreparedFile {
  readonly path: string
  readonly kind: MediaKind
  readonly facts: MediaFacts
}
