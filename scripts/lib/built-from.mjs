import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

const STAMP = '.built-from'
const NOT_BUILT = /\.test\.tsx?$/

/**
 * Where something is built to, and every file and folder that it is built from; all relative to
 * the root.
 * @typedef {{ dist: string, sources: readonly string[] }} Built
 */

/**
 * Whether it was built from the sources as they are now.
 * @param {string} root
 * @param {Built} built
 */
export function isBuilt(root, { dist, sources }) {
  const stamp = join(root, dist, STAMP)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(root, sources)
}

/**
 * Builds beside the old one and changes them over at the end: a failed build leaves the old one.
 * @param {string} root
 * @param {Built} built
 * @param {(fresh: string) => Promise<void>} work writes into the folder, or throws
 */
export async function buildBeside(root, { dist, sources }, work) {
  const from = fingerprint(root, sources)
  const fresh = join(root, '.cache', dist.replaceAll('/', '-'))
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  await work(fresh)
  writeFileSync(join(fresh, STAMP), from)
  rmSync(join(root, dist), { recursive: true, force: true })
  mkdirSync(dirname(join(root, dist)), { recursive: true })
  renameSync(fresh, join(root, dist))
}

/**
 * Changes with every name and every byte of the sources.
 * @param {string} root
 * @param {readonly string[]} sources
 */
function fingerprint(root, sources) {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesOf(join(root, source))) {
      const content = readFileSync(file)
      hash
        .update(`${relative(root, file).split(sep).join('/')} ${content.length}\n`)
        .update(content)
    }
  }
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesOf(path) {
  if (!existsSync(path)) return []
  const entries = readdirOrNull(path)
  if (!entries) return [path]
  return entries
    .flatMap((entry) => filesOf(join(path, entry)))
    .filter((file) => !NOT_BUILT.test(file))
}

/**
 * Names in order; null for a file.
 * @param {string} path
 */
function readdirOrNull(path) {
  try {
    return readdirSync(path).sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return null
    throw error
  }
}
