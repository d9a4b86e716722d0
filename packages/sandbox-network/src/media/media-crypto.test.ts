import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MediaReference } from '../store/messages.ts'
import { decryptFile, encryptFile } from './media-crypto.ts'

async function sealed(plain: Buffer, type: MediaReference['type'] = 'image') {
  const file = await encryptFile(plain, type)
  const reference: MediaReference = {
    type,
    mime: 'x/y',
    fileSize: plain.length,
    key: file.key.toString('base64'),
    sha256: file.sha256.toString('base64'),
    encSha256: file.encSha256.toString('base64'),
    directPath: '/v/x',
    intact: true,
  }
  return { body: file.body, reference }
}

describe('a media file', () => {
  it('decrypts to the original for any content', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 1000 }),
        fc.constantFrom<MediaReference['type']>('image', 'video', 'audio', 'document', 'sticker'),
        async (bytes, type) => {
          const { body, reference } = await sealed(Buffer.from(bytes), type)
          expect(await decryptFile(body, reference)).toEqual(Buffer.from(bytes))
        },
      ),
    )
  })

  it.each<[string, Partial<MediaReference>]>([
    ['another key', { key: Buffer.alloc(32).toString('base64') }],
    ['another type', { type: 'video' }],
    ['another hash of the plain file', { sha256: 'AAAA' }],
    ['another hash of the sealed file', { encSha256: 'AAAA' }],
  ])('does not open with %s', async (_what, change) => {
    const { body, reference } = await sealed(Buffer.from('picture'))
    await expect(decryptFile(body, { ...reference, ...change })).rejects.toThrow()
  })
})
