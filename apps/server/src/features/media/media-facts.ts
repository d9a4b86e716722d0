/** What a message tells of its file before the file is fetched. */
export interface MediaFacts {
  /** In pixels, as it is shown. */
  readonly width: number | null
  readonly height: number | null
  /** How long it plays. */
  readonly seconds: number | null
  /** A small JPEG, in base64. */
  readonly thumbnail: string | null
  /** A film that is played over and over, without sound: it was a GIF. */
  readonly isLooping: boolean
}

export const NO_FACTS: MediaFacts = {
  width: null,
  height: null,
  seconds: null,
  thumbnail: null,
  isLooping: false,
}
