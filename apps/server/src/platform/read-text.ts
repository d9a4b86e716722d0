/**
 * The whole body as UTF-8 text. As soon as it is longer than `maxBytes`, counted after
 * decompression, the connection is given up and `tooLong` is thrown.
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
