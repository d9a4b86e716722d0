import { open } from 'node:fs/promises'

/** Programs put line breaks or a byte order mark before the head of a PDF; readers skip them. */
const PDF_HEAD = /^(?:\xef\xbb\xbf)?[\s\0]*%PDF-\d/
const HEAD_BYTES = 1024

/** The type of a file by its content; null when unknown. */
export async function contentTypeOf(path: string): Promise<string | null> {
  const { fileTypeFromFile } = await import('file-type')
  const found = await fileTypeFromFile(path)
  if (found) return found.mime
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return PDF_HEAD.test(buffer.toString('latin1', 0, bytesRead)) ? 'application/pdf' : null
  } finally {
    await file.close()
  }
}
