import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_EVERY_MS = 200
const BEAT_EVERY_MS = 2000
/** Several missed heartbeats: the process that held the lock has died. */
const DEAD_AFTER_MS = 20_000

/**
 * Runs `work` while no other process on this machine runs its own under the same lock file; calls
 * `onWait` once if it has to wait. A holder that was killed is taken over from after 20 seconds.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {() => void} onWait
 */
export async function exclusively(file, work, onWait) {
  mkdirSync(dirname(file), { recursive: true })
  const mine = `${process.pid} ${Date.now()} ${Math.random()}\n`
  for (let waited = false; !take(file, mine); waited = true) {
    if (!waited) onWait()
    removeWhenDead(file)
    await pause(LOOK_EVERY_MS)
  }
  const beat = setInterval(() => touch(file), BEAT_EVERY_MS)
  const release = () => rmSync(file, { force: true })
  /** @param {NodeJS.Signals} signal */
  const interrupted = (signal) => {
    release()
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
    release()
  }
}

/**
 * @param {string} file
 * @param {string} mine
 */
function take(file, mine) {
  try {
    writeFileSync(file, mine, { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * @param {unknown} error
 * @returns {string | undefined}
 */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** @param {string} file */
function touch(file) {
  try {
    const now = new Date()
    utimesSync(file, now, now)
  } catch {
    // The lock file was deleted by a cleanup; the work continues.
  }
}

/**
 * Renames the stale lock first, and restores it when it turns out to be a live one.
 * @param {string} file
 */
function removeWhenDead(file) {
  const aside = `${file}.${process.pid}`
  try {
    if (Date.now() - statSync(file).mtimeMs < DEAD_AFTER_MS) return
    const dead = readFileSync(file, 'utf8')
    renameSync(file, aside)
    if (readFileSync(aside, 'utf8') !== dead) linkSync(aside, file)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error) ?? '')) throw error
  } finally {
    rmSync(aside, { force: true })
  }
}
