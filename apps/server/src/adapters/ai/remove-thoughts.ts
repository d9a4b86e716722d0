/**
 * A model's text without `<think>…</think>`, which local models write. The opening tag may be
 * missing, where the model's template contains it, and the closing tag, where the output was cut.
 */
export function removeThoughts(text: string): string {
  const pieces = text.split(/<\/think(?:ing)?>/i)
  return pieces
    .map((piece, place) => {
      const begins = piece.search(/<think(?:ing)?>/i)
      if (begins >= 0) return piece.slice(0, begins)
      return place === pieces.length - 1 ? piece : ''
    })
    .join('')
}
