import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { constants as os, setPriority } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Ffmpeg } from '../../features/media/media.ports.ts'
import type { Clock } from '../../platform/clock.ts'
import { StartError } from '../../platform/start-error.ts'

const LIMIT_MS = 120_000
/** A limit of processor time, which ends an ffmpeg that outlives a killed server. */
const LIMIT_CPU_SECONDS = 240
const NAME = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg'
/** The environment a program needs to find its libraries; nothing else is passed on. */
const ENVIRONMENT = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot']

/**
 * The ffmpeg of FFMPEG_PATH ('off' for none), otherwise of PATH; null without one. Throws
 * StartError when FFMPEG_PATH names no program.
 */
export function findFfmpeg(wanted: string | null, path = process.env.PATH ?? ''): string | null {
  if (wanted === 'off') return null
  if (wanted !== null) {
    if (isProgram(wanted)) return wanted
    throw new StartError(`FFMPEG_PATH does not name a program that can run: ${wanted}.`)
  }
  const places = path.split(delimiter).filter((folder) => folder !== '')
  return places.map((folder) => join(folder, NAME)).find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Runs ffmpeg in processes of low priority, which end with the server or at their limit. */
export function createFfmpeg(program: string, clock: Clock): Ffmpeg & { stop(): void } {
  const running = new Set<() => void>()
  let stopped = false

  return {
    run(args, limitMs = LIMIT_MS) {
      if (stopped) return Promise.resolve('stopped')
      return new Promise((done, fail) => {
        const child = spawn(program, ['-timelimit', String(LIMIT_CPU_SECONDS), ...args], {
          stdio: 'ignore',
          windowsHide: true,
          env: Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]])),
        })
        if (child.pid !== undefined) lowerPriority(child.pid)
        const end = (result: 'too_slow' | 'stopped') => {
          settle(result)
          child.kill('SIGKILL')
        }
        const stop = () => end('stopped')
        const cancel = clock.after(limitMs, () => end('too_slow'))
        let result: Awaited<ReturnType<Ffmpeg['run']>> | null = null
        function settle(as: NonNullable<typeof result>) {
          result ??= as
          running.delete(stop)
          cancel()
        }
        running.add(stop)
        child.once('error', (error) => {
          settle('failed')
          if (child.pid === undefined) fail(error)
        })
        // The process writes nothing after this.
        child.once('close', (code) => {
          settle(code === 0 ? 'made' : 'failed')
          done(result ?? 'failed')
        })
      })
    },
    /** Kills running processes and starts no more. */
    stop() {
      stopped = true
      for (const stop of running) stop()
    },
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, os.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has already ended.
  }
}
