import { z } from 'zod'
import type { Clock } from '../clock.ts'

/** In base64, so that as many bytes go with what is written around them. */
const PIECE_CHARS = 4000
const PIECES_MAX = 16
/** The rest of what was begun does not come any more. */
const FORGOTTEN_AFTER_MS = 30_000

export const Piece = z.object({
  at: z.int().min(0).max(PIECES_MAX),
  of: z.int().min(1).max(PIECES_MAX),
  text: z.string().max(PIECE_CHARS),
})
type Piece = z.infer<typeof Piece>

/** A text in pieces that fit into what nodes tell each other. Throws for one that is too long. */
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

/** Puts texts together again, each under a name of its own. */
export function createJoining(clock: Clock) {
  const begun = new Map<string, { readonly texts: string[]; readonly cancel: () => void }>()

  return {
    /** The whole text, with its last piece; null before. Pieces come in order. */
    add(name: string, { at, of, text }: Piece): string | null {
      const known = begun.get(name)
      const texts = at === 0 ? [] : known?.texts
      known?.cancel()
      begun.delete(name)
      // The beginning was missed.
      if (texts?.length !== at) return null
      texts.push(text)
      if (texts.length === of) return Buffer.from(texts.join(''), 'base64').toString()
      const cancel = clock.after(FORGOTTEN_AFTER_MS, () => begun.delete(name))
      begun.set(name, { texts, cancel })
      return null
    },
  }
}
