/**
 * The whole body as UTF-8 text. Once it exceeds `maxBytes`, counted after decompression, the
 * connection is closed and `tooLong` is thrown.
 */
export async function readText(
  response: Response,
  maxBytes: number,
  tooLong: () => Error,
): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > maxBytes) throw tooLong()
    pieces.push(piece)
  }
  return new TextDecoder().decode(Buffer.concat(pieces))
}
