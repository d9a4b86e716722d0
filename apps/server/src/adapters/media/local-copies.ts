import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../platform/clock.ts'

/** The same file is not asked about again so soon. */
const CHECKED_FOR_MS = 60_000
/** Whoever was told a path may still open it. */
const IN_USE_MS = 10 * 60_000

/** What is known of a stored file without reading it. */
export interface Version {
  readonly tag: string
  /** Copies on all nodes have this time, so that browsers may ask any of them for the rest. */
  readonly modifiedAt: Date
  readonly bytes: number
}

export interface CopySource {
  /**
   * Writes the file to a path. `same` when it is still the version with this tag, and then nothing
   * is written; `gone` when there is none.
   */
  read(name: string, path: string, tag: string | null): Promise<Version | 'same' | 'gone'>
}

interface Copy extends Version {
  checkedAt: number
  usedAt: number
}

/**
 * Copies of stored files on the local disk, for what can only read a file: no more bytes than
 * `maxBytes` besides those of the last ten minutes, and never twice as many.
 */
export function createLocalCopies(
  folder: string,
  { source, maxBytes, clock }: { source: CopySource; maxBytes: number; clock: Clock },
) {
  const copies = new Map<string, Copy>()
  const asked = new Map<string, Promise<string | null>>()
  const pathOf = (name: string) => join(folder, name)

  async function load(name: string, known: Copy | null): Promise<string | null> {
    const part = join(folder, `${randomUUID()}.part`)
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const found = await source.read(name, part, known?.tag ?? null)
      if (found === 'gone') {
        await drop(name)
        return null
      }
      const now = clock.now()
      if (found === 'same') {
        if (known) known.checkedAt = now
        return pathOf(name)
      }
      await utimes(part, found.modifiedAt, found.modifiedAt)
      await rename(part, pathOf(name))
      copies.set(name, { ...found, checkedAt: now, usedAt: now })
      await makeRoom(now)
      return pathOf(name)
    } finally {
      await rm(part, { force: true })
    }
  }

  async function makeRoom(now: number): Promise<void> {
    let bytes = [...copies.values()].reduce((sum, copy) => sum + copy.bytes, 0)
    const oldest = [...copies].sort(([, one], [, other]) => one.usedAt - other.usedAt)
    for (const [name, copy] of oldest.slice(0, -1)) {
      const isInUse = now - copy.usedAt < IN_USE_MS
      if (bytes <= (isInUse ? 2 * maxBytes : maxBytes)) return
      bytes -= copy.bytes
      await drop(name)
    }
  }

  async function drop(name: string): Promise<void> {
    copies.delete(name)
    await rm(pathOf(name), { force: true })
  }

  async function find(name: string): Promise<string | null> {
    const copy = copies.get(name)
    if (!copy || !existsSync(pathOf(name))) return load(name, null)
    copy.usedAt = clock.now()
    if (clock.now() - copy.checkedAt < CHECKED_FOR_MS) return pathOf(name)
    return load(name, copy).catch(() => {
      // While the storage does not answer, what is here is used, and the next do not wait for it.
      copy.checkedAt = clock.now()
      return pathOf(name)
    })
  }

  return {
    /** The path of a copy; null when the file is gone. Throws what the source throws. */
    get(name: string): Promise<string | null> {
      const known = asked.get(name)
      if (known) return known
      const found = find(name).finally(() => asked.delete(name))
      asked.set(name, found)
      return found
    },
    drop,
  }
}
