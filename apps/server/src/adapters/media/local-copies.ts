import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../platform/clock.ts'

/** How long a copy is used without checking for a newer version. */
const CHECKED_FOR_MS = 60_000
/** How long a caller may still open a returned path. */
const IN_USE_MS = 10 * 60_000

/** The facts of a stored file. */
export interface Version {
  readonly tag: string
  /** Copies on all nodes have this time, so that any node can serve the rest of a download. */
  readonly modifiedAt: Date
  readonly bytes: number
}

export interface CopySource {
  /**
   * Writes the file to a path. Resolves to `same`, without writing, when the tag still matches; to
   * `gone` without a file.
   */
  read(name: string, path: string, tag: string | null): Promise<Version | 'same' | 'gone'>
}

interface Copy extends Version {
  checkedAt: number
  usedAt: number
}

/**
 * Copies of stored files on the local disk, for code that needs a file: at most `maxBytes` besides
 * those of the last ten minutes, and never twice as many.
 */
export function createLocalCopies(
  folder: string,
  { source, maxBytes, clock }: { source: CopySource; maxBytes: number; clock: Clock },
) {
  const copies = new Map<string, Copy>()
  const pending = new Map<string, Promise<string | null>>()
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
      // While the storage does not answer, the copy is used, and later calls do not wait.
      copy.checkedAt = clock.now()
      return pathOf(name)
    })
  }

  return {
    /** The path of a copy; null when the file is gone. Throws what the source throws. */
    get(name: string): Promise<string | null> {
      const known = pending.get(name)
      if (known) return known
      const found = find(name).finally(() => pending.delete(name))
      pending.set(name, found)
      return found
    },
    drop,
  }
}
