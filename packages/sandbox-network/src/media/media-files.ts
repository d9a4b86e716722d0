import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The encrypted files of the media host, each stored under its hash. */
export type MediaFiles = ReturnType<typeof createMediaFiles>

export class FileTooLarge extends Error {}
export class WrongHash extends Error {}

const PREFIX = '/v/'

export const directPathOf = (name: string): string => `${PREFIX}${name}`

export function createMediaFiles(dataDir: string, limitBytes: number) {
  const folder = join(dataDir, 'media')
  mkdirSync(folder, { recursive: true, mode: 0o700 })

  function locate(directPath: string): string | undefined {
    const name = directPath.split('?')[0]?.slice(PREFIX.length) ?? ''
    const known = directPath.startsWith(PREFIX) && /^[\w-]{43}$/.test(name)
    return known ? join(folder, name) : undefined
  }

  return {
    /**
     * Stores a file and returns its name. Rejects with `FileTooLarge`, or when the hash is not
     * `expected`.
     */
    async keep(body: Readable, expected?: string): Promise<string> {
      const draft = join(folder, `.${randomUUID()}`)
      const hash = createHash('sha256')
      let size = 0
      async function* measured(source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          size += chunk.length
          if (size > limitBytes) throw new FileTooLarge()
          hash.update(chunk)
          yield chunk
        }
      }
      try {
        await pipeline(body, measured, createWriteStream(draft, { mode: 0o600 }))
        const name = hash.digest('base64url')
        if (expected !== undefined && expected !== name) throw new WrongHash()
        await rename(draft, join(folder, name))
        return name
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    /** Reads the file of a direct path; rejects when there is none. */
    async read(directPath: string): Promise<Buffer> {
      const path = locate(directPath)
      if (!path) throw new Error('the direct path is not of this media host')
      return readFile(path)
    },
    /** Does nothing when there is none. */
    async remove(directPath: string): Promise<void> {
      const path = locate(directPath)
      if (path) await rm(path, { force: true })
    },
    async open(directPath: string): Promise<{ size: number; body: Readable } | undefined> {
      const path = locate(directPath)
      const found = path && (await stat(path).catch(() => undefined))
      return path && found ? { size: found.size, body: createReadStream(path) } : undefined
    },
  }
}
