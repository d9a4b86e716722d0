/**
 * What a model says, without what it thinks aloud in `<think>…</think>`, as local models do. A
 * thought may lack its beginning, where the model's template has written it, or its end, where the
 * room ran out.
 */
export function withoutThoughts(text: string): string {
  const pieces = text.split(/<\/think(?:ing)?>/i)
  return pieces
    .map((piece, place) => {
      const begins = piece.search(/<think(?:ing)?>/i)
      if (begins >= 0) return piece.slice(0, begins)
      return place === pieces.length - 1 ? piece : ''
    })
    .join('')
}
