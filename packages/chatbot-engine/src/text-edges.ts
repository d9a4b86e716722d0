// A fixed locale: the answer must not depend on the machine.
// The dictionaries of Chinese, Thai and so on come with any.
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' })
const WORDS = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * Signs that join two words in Unicode's eyes, but not to people who type `harga.berapa` or
 * `_harga_`; nor two numbers in `1,2`. Exactly three digits after a comma are thousands: `1,000`.
 */
const NO_GLUE = /_|[.:](?=\p{L})|(?<=\p{Nd})(?:;|[,،](?!\p{Nd}{3}(?!\p{Nd})))(?=\p{Nd})/gu

const SPACELESS = String.raw`[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`
const SPACED = String.raw`[[\p{L}\p{N}]--${SPACELESS}]`

/**
 * Word edges that Unicode does not see: where a script without spaces meets letters and digits of
 * others (`ราคา500บาท`), and after a keycap emoji.
 */
const INVISIBLE_EDGES = new RegExp(
  String.raw`(?<=${SPACELESS})(?=${SPACED})|(?<=${SPACED})(?=[\p{L}&&${SPACELESS}])|(?<=\u20e3)(?=[\p{L}\p{N}])`,
  'gv',
)

/**
 * Letters carry vowel signs, and Korean ones typed alone (ㅠㅠ)
 * count as one character with the syllable before.
 */
const WITHIN_LETTERS = /(?<=[\p{L}\p{M}\u200c\u200d])(?=[\p{L}\p{M}\u200c\u200d])/gu

/** Below this code unit nothing combines with its neighbours. */
const FIRST_COMBINING = 0x300

/** Where a normalised text may be cut. Positions are code units, 0 to its length. */
export interface TextEdges {
  /**
   * Not within one picture: an emoji with joiners, a flag, a keycap.
   * A letter and its vowel signs may be parted.
   */
  isPictureEdge(position: number): boolean
  /** Between two words by Unicode's rules and the dictionaries of scripts without spaces. */
  isWordEdge(position: number): boolean
}

/** Segments the text when first asked, at most once each way; linear in the length of the text. */
export function textEdges(text: string): TextEdges {
  let pictureEdges: Uint8Array | undefined
  let wordEdges: Uint8Array | undefined
  return {
    isPictureEdge(position) {
      if (isPlain(text, position - 1) && isPlain(text, position)) return true
      pictureEdges ??= pictureEdgesOf(text)
      return pictureEdges[position] === 1
    },
    isWordEdge(position) {
      wordEdges ??= wordEdgesOf(text)
      return wordEdges[position] === 1
    },
  }
}

/** Outside the text counts as plain. */
function isPlain(text: string, position: number): boolean {
  return !(text.charCodeAt(position) >= FIRST_COMBINING)
}

function pictureEdgesOf(text: string): Uint8Array {
  const edges = edgesOf(CHARACTERS, text)
  for (const { index } of text.matchAll(WITHIN_LETTERS)) edges[index] = 1
  return edges
}

function wordEdgesOf(text: string): Uint8Array {
  // A line separator: unlike a space or a line feed it stands for itself, whatever is beside it.
  const edges = edgesOf(WORDS, text.replace(NO_GLUE, '\u2028'))
  for (const { index } of text.matchAll(INVISIBLE_EDGES)) edges[index] = 1
  return edges
}

function edgesOf(segmenter: Intl.Segmenter, text: string): Uint8Array {
  const edges = new Uint8Array(text.length + 1)
  for (const { index } of segmenter.segment(text)) edges[index] = 1
  edges[text.length] = 1
  return edges
}
