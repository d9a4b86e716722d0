import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * The environment of a worker thread: none of the server's variables. Node does not tell a thread
 * where compiled code is kept, and without it a thread compiles all that it loads on every start.
 */
export function workerEnvironment(): Record<string, string> {
  const ofThisVersion = getCompileCacheDir()
  return ofThisVersion ? { NODE_COMPILE_CACHE: dirname(ofThisVersion) } : {}
}
