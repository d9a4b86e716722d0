import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { checkSecretKey } from '../database/secret-check.ts'
import { StartError } from '../start-error.ts'
import { sameText } from './same-text.ts'
import { createSecretBox } from './secret-box.ts'
import { loadSecretKey } from './secret-key.ts'
import { createSigner } from './signer.ts'
import { hashToken, newToken } from './tokens.ts'

const KEY = Buffer.alloc(32, 1)
const OTHER_KEY = Buffer.alloc(32, 2)
const box = createSecretBox(KEY)
const bytesOf = (sealed: string) => Buffer.from(sealed.slice(3), 'base64')
const sealedOf = (bytes: Uint8Array) => `v1.${Buffer.from(bytes).toString('base64')}`

describe('a sealed text', () => {
  test('opens as it was, under its own context, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, context) => {
        expect(box.open(box.seal(text, context), context)).toBe(text)
      }),
    )
  })

  test('shows nothing of what it is, nor whether it is the same as another', () => {
    const text = 'sk-secret-key-of-somebody'
    const [one, other] = [box.seal(text, 'c'), box.seal(text, 'c')]
    expect(one).not.toBe(other)
    for (const sealed of [one, other])
      expect(bytesOf(sealed).toString('latin1')).not.toContain(text)
  })

  test('does not open under another key or in another place', () => {
    const sealed = box.seal('secret', 'user/1')
    expect(() => createSecretBox(OTHER_KEY).open(sealed, 'user/1')).toThrow()
    for (const context of ['', 'user/2', 'user/1 ', 'USER/1', 'user/1\0']) {
      expect(() => box.open(sealed, context)).toThrow()
    }
  })

  test('does not open with any bit changed, nor cut or grown anywhere', () => {
    const bytes = bytesOf(box.seal('secret', 'c'))
    for (let at = 0; at < bytes.length; at++) {
      for (const bit of [1, 128]) {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ bit
        expect(() => box.open(sealedOf(changed), 'c')).toThrow()
      }
      expect(() => box.open(sealedOf(bytes.subarray(0, at)), 'c')).toThrow()
    }
    expect(() => box.open(sealedOf(Buffer.concat([bytes, Buffer.alloc(1)])), 'c')).toThrow()
    const half = bytes.length / 2
    const swapped = Buffer.concat([bytes.subarray(half), bytes.subarray(0, half)])
    expect(() => box.open(sealedOf(swapped), 'c')).toThrow()
  })

  test('is held to a whole tag: a few bytes of it are not enough', () => {
    const empty = bytesOf(box.seal('', 'c'))
    expect(empty).toHaveLength(28)
    for (const length of [0, 4, 8, 12, 13, 14, 15]) {
      expect(() => box.open(sealedOf(empty.subarray(0, 12 + length)), 'c')).toThrow()
    }
  })

  test.each(['', 'v1', 'v1.', 'v2.', '.', 'secret', 'null', 'v1 .AAAA', 'v1.%%%%'])(
    'is none as %j',
    (sealed) => expect(() => box.open(sealed, 'c')).toThrow(),
  )

  test('of another version is told apart from one of another key', () => {
    const sealed = box.seal('secret', 'c')
    for (const version of ['v0', 'v2', 'V1', 'v11', '']) {
      const other = `${version}${sealed.slice(2)}`
      expect(() => box.open(other, 'c')).toThrow('Sealed text of an unknown form.')
    }
  })

  test.each([0, 16, 31, 33, 64])('needs a key of 32 bytes, not of %d', (length) => {
    expect(() => createSecretBox(Buffer.alloc(length)).seal('secret', 'c')).toThrow()
  })
})

describe.each(engines)('the key of a database, on %s', (engine) => {
  test('is the one of the first start; another is refused and changes nothing', async () => {
    const { db, close } = await freshDatabase(engine)
    const check = (key: Buffer) => checkSecretKey(db, createSecretBox(key))
    const kept = () => db.selectFrom('server_checks').selectAll().execute()
    await check(KEY)
    const before = await kept()
    await expect(check(OTHER_KEY)).rejects.toThrow(StartError)
    await check(KEY)
    expect(await kept()).toEqual(before)
    // Two nodes that start on an empty database at the same time agree on one key.
    await db.deleteFrom('server_checks').execute()
    const starts = await Promise.allSettled([KEY, OTHER_KEY].map(check))
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await db.updateTable('server_checks').set({ sealed: 'v1.broken' }).execute()
    await expect(check(KEY)).rejects.toThrow(/does not match this database/)
    await close()
  })
})

describe('the key file', () => {
  let dataDir: string
  const file = () => join(dataDir, 'secret.key')
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'kirim-key-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  test('is made once, of random bytes, open to its owner alone, without a draft beside it', () => {
    const key = loadSecretKey(dataDir, null)
    expect(key).toHaveLength(32)
    expect(loadSecretKey(dataDir, null)).toEqual(key)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(readdirSync(dataDir)).toEqual(['secret.key'])
  })

  test('is not needed, read or made when a key is given', () => {
    writeFileSync(file(), 'broken')
    expect(loadSecretKey(dataDir, KEY)).toBe(KEY)
    rmSync(file())
    loadSecretKey(dataDir, KEY)
    expect(existsSync(file())).toBe(false)
  })

  test.each<[string, string]>([
    ['nothing', ''],
    ['white space', ' \n'],
    ['31 bytes', Buffer.alloc(31).toString('base64')],
    ['33 bytes', Buffer.alloc(33).toString('base64')],
    ['half of it', Buffer.alloc(32).toString('base64').slice(0, 20)],
    ['words', 'this is no key'],
  ])('that holds %s is refused and left as it is', (_what, content) => {
    writeFileSync(file(), content)
    expect(() => loadSecretKey(dataDir, null)).toThrow(/does not contain a key of 32 bytes/)
    expect(readFileSync(file(), 'utf8')).toBe(content)
  })

  test('may have white space around it', () => {
    writeFileSync(file(), `  ${KEY.toString('base64')}\r\n`)
    expect(loadSecretKey(dataDir, null)).toEqual(KEY)
  })

  test('that cannot be used is told with its name and the reason', () => {
    expect(() => loadSecretKey(join(dataDir, 'nowhere'), null)).toThrow(/nowhere.*\(ENOENT\)/)
    chmodSync(dataDir, 0o700)
    const folder = join(dataDir, 'taken')
    writeFileSync(folder, 'a file where a folder should be')
    expect(() => loadSecretKey(folder, null)).toThrow(/\((ENOTDIR|EEXIST)\)/)
  })
})

describe('signatures and tokens', () => {
  test('parts are kept apart, in their order, and another key signs another', () => {
    const sign = createSigner(KEY)
    expect(sign('a', 'b')).toBe(createSigner(Buffer.from(KEY))('a', 'b'))
    const all = [sign('a', 'b'), sign('b', 'a'), sign('ab'), sign('a', 'b', ''), sign('a","b')]
    all.push(sign(), sign(''), createSigner(OTHER_KEY)('a', 'b'))
    expect(new Set(all).size).toBe(all.length)
    for (const signature of all) expect(signature).toMatch(/^[\w-]{22}$/)
  })

  test('a signature says nothing of the key that encrypts', () => {
    const sealed = createSecretBox(KEY).seal('x', 'c')
    expect(createSigner(KEY)('x', 'c')).not.toContain(sealed.slice(3, 10))
    const derived = Buffer.from(createSigner(KEY)(KEY.toString('base64')), 'base64url')
    expect(() => createSecretBox(Buffer.concat([derived, derived])).open(sealed, 'c')).toThrow()
  })

  test('tokens are never the same, and what is stored leads to none', () => {
    const tokens = Array.from({ length: 100 }, newToken)
    expect(new Set(tokens).size).toBe(100)
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{43}$/)
      expect(hashToken(token)).toMatch(/^[\da-f]{64}$/)
      expect(hashToken(token)).not.toContain(token)
    }
  })

  test.each<[string, string, boolean]>([
    ['', '', true],
    ['secret', 'secret', true],
    ['secret', 'secret ', false],
    ['secret', 'SECRET', false],
    ['secret', 'secre', false],
    ['', 'secret', false],
    ['é', 'e\u0301', false],
    ['x'.repeat(1_000_000), 'x', false],
  ])('%.10j and %.10j are equal: %s', (one, other, equal) => {
    expect(sameText(one, other)).toBe(equal)
    expect(sameText(other, one)).toBe(equal)
  })
})
