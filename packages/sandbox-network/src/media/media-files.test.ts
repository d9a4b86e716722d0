import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MediaReference } from '../store/messages.ts'
import { loadCertificate, type TlsIdentity } from './certificate.ts'
import { decryptFile, encryptFile } from './media-crypto.ts'
import { createMediaFiles, directPathOf, FileTooLarge, WrongHash } from './media-files.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-media-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const LIMIT = 100
const files = () => createMediaFiles(dataDir, LIMIT)
const stored = () => readdirSync(join(dataDir, 'media'))
const body = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
const hashOf = (content: string) => createHash('sha256').update(content).digest('base64url')

describe('a file', () => {
  it('is stored once under its hash, and read from there', async () => {
    const name = await files().keep(body('pic', 'ture'))
    expect(name).toBe(hashOf('picture'))
    expect(await files().keep(body('picture'), name)).toBe(name)
    expect(stored()).toEqual([name])
    const path = `${directPathOf(name)}?ccb=1&oh=2`
    expect((await files().read(path)).toString()).toBe('picture')
    const opened = await files().open(directPathOf(name))
    expect([opened?.size, opened && (await text(opened.body))]).toEqual([7, 'picture'])
  })

  it('of exactly the limit is stored, one byte more is refused', async () => {
    await files().keep(body('x'.repeat(LIMIT)))
    await expect(files().keep(body('x'.repeat(LIMIT), 'x'))).rejects.toThrow(FileTooLarge)
    await expect(files().keep(body('y'.repeat(LIMIT + 1)))).rejects.toThrow(FileTooLarge)
    expect(stored()).toHaveLength(1)
  })

  it.each([hashOf('another'), '', 'x', hashOf('picture').toUpperCase(), '../sandbox.db'])(
    'that should have the hash %j is not kept',
    async (expected) => {
      await expect(files().keep(body('picture'), expected)).rejects.toThrow(WrongHash)
      expect(stored()).toEqual([])
    },
  )

  it('that is incomplete leaves nothing behind', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('the line went dead')
      })(),
    )
    await expect(files().keep(broken)).rejects.toThrow('the line went dead')
    expect(stored()).toEqual([])
  })

  it('without space is not stored, and existing files stay', async () => {
    const kept = files()
    rmSync(join(dataDir, 'media'), { recursive: true })
    await expect(kept.keep(body('picture'))).rejects.toThrow(/ENOENT/)
    writeFileSync(join(dataDir, 'media'), 'in the way')
    await expect(kept.keep(body('picture'))).rejects.toThrow(/ENOTDIR/)
  })

  it.each([
    '',
    '/',
    '/v/',
    '/v/..',
    '/v/../sandbox.db',
    `/v/../${'x'.repeat(43)}`,
    `/w/${'x'.repeat(43)}`,
    `/v/${'x'.repeat(42)}`,
    `/v/${'x'.repeat(44)}`,
    `/v/${'x'.repeat(42)}.`,
    `/v/${'x'.repeat(42)}\0`,
    `https://elsewhere.my/v/${'x'.repeat(43)}`,
    'x'.repeat(1_000_000),
  ])('is not to be had at %j', async (path) => {
    const secret = join(dataDir, 'sandbox.db')
    writeFileSync(secret, 'secret')
    await expect(files().read(path)).rejects.toThrow('not of this media host')
    expect(await files().open(path)).toBeUndefined()
    await files().remove(path)
    expect(existsSync(secret)).toBe(true)
  })

  it('that is removed cannot be read, and may be removed again', async () => {
    const path = directPathOf(await files().keep(body('picture')))
    await files().remove(path)
    await files().remove(path)
    expect(await files().open(path)).toBeUndefined()
    await expect(files().read(path)).rejects.toThrow(/ENOENT/)
  })
})

describe('an encrypted file', () => {
  it('that is truncated, extended or changed cannot be decrypted, even under its new hash', async () => {
    const plain = Buffer.from('a picture of a shop')
    const file = await encryptFile(plain, 'image')
    const reference = (sealed: Buffer): MediaReference => ({
      type: 'image',
      mime: 'image/png',
      fileSize: plain.length,
      key: file.key.toString('base64'),
      sha256: file.sha256.toString('base64'),
      encSha256: createHash('sha256').update(sealed).digest('base64'),
      directPath: '/v/x',
      intact: true,
    })
    expect(await decryptFile(file.body, reference(file.body))).toEqual(plain)
    await fc.assert(
      fc.asyncProperty(
        fc.nat(file.body.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, by) => {
          const changed = Buffer.from(file.body)
          changed[at] = (changed[at] ?? 0) ^ by
          const broken = [changed, file.body.subarray(0, at), Buffer.concat([file.body, changed])]
          for (const sealed of broken) {
            await expect(decryptFile(sealed, reference(sealed))).rejects.toThrow()
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  it('has a new key each time', async () => {
    const [a, b] = await Promise.all([1, 2].map(() => encryptFile(Buffer.from('same'), 'image')))
    expect(a?.key).not.toEqual(b?.key)
    expect(a?.body).not.toEqual(b?.body)
    expect(a?.sha256).toEqual(b?.sha256)
  })
})

const fits = ({ key, certificate }: TlsIdentity) =>
  new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))

describe('the certificate of the media host', () => {
  const paths = () => ['key', 'cert'].map((part) => join(dataDir, `media-host.${part}.pem`))

  it('stays the same, its key is readable by its owner only, and both match', async () => {
    const made = await loadCertificate(dataDir, '127.0.0.1')
    expect(await loadCertificate(dataDir, 'elsewhere')).toEqual(made)
    const [key = ''] = paths()
    expect(statSync(key).mode & 0o777).toBe(0o600)
    expect(fits(made)).toBe(true)
  })

  it('is created again when half of it is lost, and both halves match', async () => {
    const first = await loadCertificate(dataDir, '127.0.0.1')
    for (const lost of paths()) {
      rmSync(lost)
      const made = await loadCertificate(dataDir, '127.0.0.1')
      expect(made).not.toEqual(first)
      expect(fits(made)).toBe(true)
      expect(await loadCertificate(dataDir, '127.0.0.1')).toEqual(made)
    }
  })

  it('is not created when it cannot be stored', async () => {
    await expect(loadCertificate(join(dataDir, 'nowhere'), '127.0.0.1')).rejects.toThrow(/ENOENT/)
  })
})
