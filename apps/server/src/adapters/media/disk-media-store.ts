import { constants, existsSync } from 'node:fs'
import { access, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaStore } from '../../features/media/media.ports.ts'
import { DomainError } from '../../platform/errors.ts'
import { FOLDER_ID } from '../../platform/nodes/folder-id.ts'
import { STORED_NAME } from './stored-name.ts'

const HALF_WRITTEN = /^[0-9a-f]{40}\.[0-9a-z]{2,4}\.part$/

interface FolderUse {
  /** Whether a file of this age may still be needed by another node. */
  isYoung(at: number): boolean
  /** The folder contains an id, which is missing when it is not mounted. */
  readonly isShared: boolean
}

/** Media files in a local folder, or in one that nodes share. */
export function createDiskMediaStore(
  folder: string,
  { isYoung, isShared }: FolderUse = { isYoung: () => false, isShared: false },
): MediaStore {
  const pathOf = (fileName: string) => (STORED_NAME.test(fileName) ? join(folder, fileName) : null)

  /** Never reads or writes the empty mount point of an unmounted folder. */
  async function requireFolder(): Promise<void> {
    if (isShared && !(await isThere(join(folder, FOLDER_ID)))) {
      throw new DomainError('media_storage_away')
    }
  }

  return {
    async put(sourcePath, fileName) {
      const path = pathOf(fileName)
      if (!path) throw new Error('Not a name of a media file')
      await requireFolder()
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const part = `${path}.part`
      try {
        await copyFile(sourcePath, part, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
        await flushFile(part)
        await rename(part, path)
        await flushFolder(folder)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },

    async localPath(fileName) {
      const path = pathOf(fileName)
      if (!path) return null
      if (await isThere(path)) return path
      await requireFolder()
      return null
    },

    async remove(fileName) {
      const path = pathOf(fileName)
      if (!path) return
      await requireFolder()
      await rm(path, { force: true })
    },

    stop: () => {},

    async keepOnly(known) {
      const names = await namesIn(folder)
      const ours = names.filter((name) => STORED_NAME.test(name))
      const rows = await known(ours)
      const orphans = rows.size > 0 ? ours.filter((name) => !rows.has(name)) : []
      const doomed = [...names.filter((name) => HALF_WRITTEN.test(name)), ...orphans]
      let removed = 0
      for (const name of doomed) {
        const path = join(folder, name)
        const { mtimeMs } = (await stat(path).catch(() => null)) ?? { mtimeMs: 0 }
        if (isYoung(mtimeMs)) continue
        await rm(path, { force: true })
        removed += 1
      }
      return removed
    },
  }
}

/** A file that cannot be accessed is not missing: throws `media_storage_away`. */
async function isThere(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw new DomainError('media_storage_away')
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return existsSync(folder) ? readdir(folder) : []
}

async function flushFile(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Flushes the names in a folder to disk. Windows cannot open folders and needs no flush. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  try {
    await handle?.sync()
  } finally {
    await handle?.close()
  }
}
