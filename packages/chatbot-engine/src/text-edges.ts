// A fixed locale makes the result independent of the machine. The dictionaries for Chinese, Thai
// and similar scripts are included with every locale.
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' })
const WORDS = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * Characters that join two words according to Unicode but not for people who type `harga.berapa` or
 * `_harga_`; nor two numbers in `1,2`. Exactly three digits after a comma are a thousands group:
 * `1,000`.
 */
const NO_GLUE = /_|[.:](?=\p{L})|(?<=\p{Nd})(?:;|[,،](?!\p{Nd}{3}(?!\p{Nd})))(?=\p{Nd})/gu

const SPACELESS = String.raw`[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`
const SPACED = String.raw`[[\p{L}\p{N}]--${SPACELESS}]`

/**
 * Word edges that Unicode misses: between a script without spaces and letters or digits of other
 * scripts (`ราคา500บาท`), and after a keycap emoji.
 */
const INVISIBLE_EDGES = new RegExp(
  String.raw`(?<=${SPACELESS})(?=${SPACED})|(?<=${SPACED})(?=[\p{L}&&${SPACELESS}])|(?<=\u20e3)(?=[\p{L}\p{N}])`,
  'gv',
)

/**
 * Sequences that the segmenter treats as one character but people read as several: letters with
 * vowel signs, and Korean jamo typed alone (ㅠㅠ) after a syllable.
 */
const WITHIN_LETTERS = /(?<=[\p{L}\p{M}\u200c\u200d])(?=[\p{L}\p{M}\u200c\u200d])/gu

/** No code unit below this one combines with its neighbours. */
const FIRST_COMBINING = 0x300

/** Where a normalised text may be split. Positions are in code units, from 0 to its length. */
export interface TextEdges {
  /**
   * False inside an emoji sequence, a flag or a keycap. A letter and its vowel signs may be split.
   */
  isPictureEdge(position: number): boolean
  /** True between two words, by Unicode's rules and the dictionaries of scripts without spaces. */
  isWordEdge(position: number): boolean
}

/**
 * Segments the text on first use, at most once for characters and once for words. Linear in the
 * length of the text.
 */
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

/** Whether the character at a position is plain; positions outside the text count as plain. */
function isPlain(text: string, position: number): boolean {
  return !(text.charCodeAt(position) >= FIRST_COMBINING)
}

function pictureEdgesOf(text: string): Uint8Array {
  const edges = edgesOf(CHARACTERS, text)
  for (const { index } of text.matchAll(WITHIN_LETTERS)) edges[index] = 1
  return edges
}

function wordEdgesOf(text: string): Uint8Array {
  // A line separator, unlike a space or a line feed, never joins its neighbours.
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
