import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CHAT_FILE_FETCHED_MAX_BYTES, CHAT_FILE_MAX_BYTES } from '@kirim/contract/limits'
import { backOff } from '../../../platform/back-off.ts'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import { FileForgotten, type FileNetwork, type KeepReceived } from './files.ports.ts'
import {
  type AskedFile,
  ATTEMPTS_MAX,
  type FileState,
  type InboxFiles,
} from './inbox-files.repository.ts'

const AGAIN_AFTER_MS = { first: 5_000, longest: 60 * 60_000 }
/** The slowest download that is waited for. */
const WITHIN_MS = 60_000
const BYTES_PER_MS = 32

export interface FetchFileDeps {
  readonly files: Pick<InboxFiles, 'settle' | 'postpone'>
  readonly network: FileNetwork
  readonly keepReceived: KeepReceived
  /** Erases these files, which no message needs. */
  releaseUnused(mediaIds: readonly string[]): Promise<void>
  /** Throws `storage_short` while the disk is almost full. */
  admit(): Promise<void>
  /** Of what is being downloaded. */
  readonly folder: string
  readonly clock: Clock
  readonly log: Log
}

/** It is longer than what is fetched. */
class TooLong extends Error {}
/** It is not what its message says. */
class NotAsSent extends Error {}

/** Fetches one file; returns whether something has become of it. */
export function createFetchFile(deps: FetchFileDeps, stopping: AbortSignal) {
  const { files, network, clock, log } = deps

  /** Downloads a file, whose hash its message states. */
  async function download(asked: AskedFile, directPath: string, path: string): Promise<void> {
    const late = new AbortController()
    const limit = limitOf(asked)
    const cancel = clock.after(WITHIN_MS + asked.file.fileSize / BYTES_PER_MS, () =>
      late.abort(new Error('The download takes too long.')),
    )
    const signal = AbortSignal.any([late.signal, stopping])
    const hash = createHash('sha256')
    let bytes = 0
    async function* measured(parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        bytes += part.length
        if (bytes > limit) throw new TooLong()
        hash.update(part)
        yield part
      }
    }
    try {
      const source = { directPath, mediaKey: asked.file.mediaKey }
      const sealed = await network.download(asked.deviceId, source, asked.kind, signal)
      await pipeline(sealed, measured, createWriteStream(path, { mode: 0o600 }), { signal })
    } catch (error) {
      if (isUndecipherable(error)) throw new NotAsSent('It cannot be decrypted.', { cause: error })
      throw error
    } finally {
      cancel()
    }
    if (hash.digest('base64') !== asked.file.fileSha256) throw new NotAsSent('It has another hash.')
  }

  async function downloadOrAskPhone(asked: AskedFile, path: string): Promise<void> {
    try {
      await download(asked, asked.file.directPath, path)
    } catch (error) {
      if (!(error instanceof FileForgotten)) throw error
      const message = { ...asked, mediaKey: asked.file.mediaKey }
      const directPath = await network.askPhone(asked.deviceId, message, stopping)
      if (directPath === null) throw error
      await download(asked, directPath, path)
    }
  }

  async function fetchInto(asked: AskedFile, path: string): Promise<FileState> {
    await deps.admit()
    if (asked.file.fileSize > limitOf(asked)) throw new TooLong()
    await downloadOrAskPhone(asked, path)
    const { kind, workspaceId, file } = asked
    const kept = await deps.keepReceived(workspaceId, { path, kind, fileName: file.fileName })
    return kept ? { state: 'here', ...kept } : { state: 'refused' }
  }

  return async function fetchFile(asked: AskedFile): Promise<boolean> {
    const path = join(deps.folder, newId())
    try {
      const state = await fetchInto(asked, path)
      const isAsked = await files.settle(asked, state)
      const { mediaId, previewId } = state
      // Its message was erased meanwhile, or another node was as fast.
      if (!isAsked) await deps.releaseUnused([mediaId, previewId].filter((id) => id != null))
      return isAsked
    } catch (error) {
      stopping.throwIfAborted()
      const state = stateAfter(error, asked)
      if (state) return files.settle(asked, { state })
      const { deviceId, attempts } = asked
      log.debug({ err: error, deviceId, attempts }, 'a file was not fetched')
      const after = backOff(attempts, AGAIN_AFTER_MS.first, AGAIN_AFTER_MS.longest)
      await files.postpone(asked, clock.now() + after)
      return false
    } finally {
      await rm(path, { force: true })
    }
  }
}

const limitOf = ({ isClicked }: AskedFile) =>
  isClicked ? CHAT_FILE_MAX_BYTES : CHAT_FILE_FETCHED_MAX_BYTES

/** What becomes of a file that was not fetched; null when it is tried again. */
function stateAfter(error: unknown, { isClicked, attempts }: AskedFile): FileState['state'] | null {
  if (error instanceof FileForgotten) return 'gone'
  if (error instanceof TooLong) return isClicked ? 'too_large' : 'away'
  if (error instanceof NotAsSent) return 'refused'
  if (error instanceof DomainError && error.code === 'quota_media_bytes') return 'away'
  return attempts + 1 >= ATTEMPTS_MAX ? 'away' : null
}

function isUndecipherable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_OSSL_')
}
