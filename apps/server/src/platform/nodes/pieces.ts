import { z } from 'zod'
import type { Clock } from '../clock.ts'

/** In base64, so that a piece needs no escapes in JSON. */
const PIECE_CHARS = 4000
const PIECES_MAX = 16
/** An incomplete text is dropped after this time. */
const DROPPED_AFTER_MS = 30_000

export const Piece = z.object({
  at: z.int().min(0).max(PIECES_MAX),
  of: z.int().min(1).max(PIECES_MAX),
  text: z.string().max(PIECE_CHARS),
})
type Piece = z.infer<typeof Piece>

/** Splits a text into pieces that fit into bus messages. Throws if it is too long. */
export function piecesOf(text: string): Piece[] {
  const encoded = Buffer.from(text).toString('base64')
  const of = Math.max(1, Math.ceil(encoded.length / PIECE_CHARS))
  if (of > PIECES_MAX) throw new Error('Too much for one call between nodes.')
  return Array.from({ length: of }, (_, at) => ({
    at,
    of,
    text: encoded.slice(at * PIECE_CHARS, (at + 1) * PIECE_CHARS),
  }))
}

/** Joins pieces into texts, by name. */
export function createJoiner(clock: Clock) {
  const partial = new Map<string, { readonly texts: string[]; readonly cancel: () => void }>()

  return {
    /** Returns the text with its last piece, and null before. Pieces arrive in order. */
    add(name: string, { at, of, text }: Piece): string | null {
      const existing = partial.get(name)
      const texts = at === 0 ? [] : existing?.texts
      existing?.cancel()
      partial.delete(name)
      // The beginning was missed.
      if (texts?.length !== at) return null
      texts.push(text)
      if (texts.length === of) return Buffer.from(texts.join(''), 'base64').toString()
      const cancel = clock.after(DROPPED_AFTER_MS, () => partial.delete(name))
      partial.set(name, { texts, cancel })
      return null
    },
  }
}
