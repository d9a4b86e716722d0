/** What a message says about its file before the file is downloaded. */
export interface MediaFacts {
  /** In pixels, as it is shown. */
  readonly width: number | null
  readonly height: number | null
  /** How long it plays. */
  readonly seconds: number | null
  /** A small JPEG, in base64. */
  readonly thumbnail: string | null
  /** A looping video without sound, made from a GIF. */
  readonly isLooping: boolean
}

export const NO_FACTS: MediaFacts = {
  width: null,
  height: null,
  seconds: null,
  thumbnail: null,
  isLooping: false,
}
