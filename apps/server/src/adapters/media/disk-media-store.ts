import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaStore } from '../../features/media/media.ports.ts'

/** Only names made by this store: none leads out of the folder, or to a file put there by hand. */
const STORED_NAME = /^[0-9a-f]{40}\.[0-9a-z]{2,4}$/
const HALF_WRITTEN = /^[0-9a-f]{40}\.[0-9a-z]{2,4}\.part$/

/** Media files in one folder of the local disk. */
export function createDiskMediaStore(folder: string): MediaStore {
  const pathOf = (fileName: string) => (STORED_NAME.test(fileName) ? join(folder, fileName) : null)

  return {
    async put(sourcePath, fileName) {
      const path = pathOf(fileName)
      if (!path) throw new Error('Not a name of a media file')
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

    localPath(fileName) {
      const path = pathOf(fileName)
      return path && existsSync(path) ? path : null
    },

    async remove(fileName) {
      const path = pathOf(fileName)
      if (path) await rm(path, { force: true })
    },

    async keepOnly(known) {
      const names = await namesIn(folder)
      const ours = names.filter((name) => STORED_NAME.test(name))
      const kept = await known(ours)
      const orphans = kept.size > 0 ? ours.filter((name) => !kept.has(name)) : []
      const doomed = [...names.filter((name) => HALF_WRITTEN.test(name)), ...orphans]
      for (const name of doomed) await rm(join(folder, name), { force: true })
      return doomed.length
    },
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
