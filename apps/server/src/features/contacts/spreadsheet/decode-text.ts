import type { TextEncoding } from '@kirim/contract/contact-import'
import { TextEncoding as Encodings } from '@kirim/contract/contact-import'

export interface DecodedText {
  readonly text: string
  readonly encoding: TextEncoding
  /** Letters that could not be read, each shown as \uFFFD. */
  readonly unreadable: number
}

/** Enough to tell one encoding from another. */
const SAMPLE_LENGTH = 64 * 1024
/** Web pages and XML name their encoding near the beginning. */
const NAMED_WITHIN = 1024
const NAMED = /^\s*<[\s\S]*?(?:charset|encoding)\s*=\s*["']?\s*([\w-]+)/i
const REPLACEMENT = /\uFFFD/g
const BEYOND_ASCII = /[^\0-\x7f\uFFFD]/g

/** A text of an encoding that is found, or of the one that its owner chose. */
export function decodeText(file: Buffer, chosen: TextEncoding | undefined): DecodedText {
  const encoding = chosen ?? encodingOf(file)
  const text = new TextDecoder(encoding).decode(file)
  return { text, encoding, unreadable: count(text, REPLACEMENT) }
}

/** By its byte order mark, by what it says of itself, else by what can be read. */
function encodingOf(file: Buffer): TextEncoding {
  if (file[0] === 0xff && file[1] === 0xfe) return 'utf-16le'
  if (file[0] === 0xfe && file[1] === 0xff) return 'utf-16be'
  const sample = file.subarray(0, SAMPLE_LENGTH)
  const zeros = [0, 1].map((at) => sample.filter((byte, index) => index % 2 === at && byte === 0))
  const [even = 0, odd = 0] = zeros.map(({ length }) => length)
  // Latin letters and digits have a zero byte in UTF-16.
  if (odd > sample.length / 4 && even === 0) return 'utf-16le'
  if (even > sample.length / 4 && odd === 0) return 'utf-16be'
  return isUtf8(file) ? 'utf-8' : (namedIn(file) ?? 'windows-1252')
}

/**
 * Whether most sequences beyond ASCII are valid: a damaged name does not make the others those of
 * another encoding, in which hardly any sequence is valid UTF-8.
 */
function isUtf8(file: Buffer): boolean {
  const text = new TextDecoder('utf-8').decode(file)
  return count(text, REPLACEMENT) <= count(text, BEYOND_ASCII)
}

function namedIn(file: Buffer): TextEncoding | null {
  const [, label = ''] = NAMED.exec(file.toString('latin1', 0, NAMED_WITHIN)) ?? []
  try {
    const { encoding } = new TextDecoder(label)
    return Encodings.safeParse(encoding === 'gbk' ? 'gb18030' : encoding).data ?? null
  } catch {
    return null
  }
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
