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
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { compressFiles } from './compress-files.mjs'
import { Problem, run } from './run.mjs'

const STAMP = '.built-from'
const SOURCES = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/build',
  'apps/web/vite.config.ts',
  'apps/web/package.json',
  'packages/contract/src',
  'packages/message-template/src',
  'scripts/lib/compress-files.mjs',
  'package-lock.json',
]
const NOT_BUILT = /\.test\.tsx?$/

/**
 * Whether apps/web/dist was built from the sources as they are now.
 * @param {string} root
 */
export function webAppIsBuilt(root) {
  const stamp = join(root, 'apps/web/dist', STAMP)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(root)
}

/**
 * Builds beside the old one and changes them over at the end: a failed build leaves the old one.
 * @param {string} root
 */
export async function buildWebApp(root) {
  const from = fingerprint(root)
  const fresh = join(root, '.cache', 'web-app')
  const dist = join(root, 'apps/web/dist')
  mkdirSync(fresh, { recursive: true })
  const result = await run(
    process.execPath,
    [viteProgram(root), 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'],
    { cwd: join(root, 'apps/web'), env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (result.code !== 0) {
    throw new Problem(`${result.output}\nThe web app could not be built. The reason is above.`)
  }
  await compressFiles(fresh)
  writeFileSync(join(fresh, STAMP), from)
  rmSync(dist, { recursive: true, force: true })
  renameSync(fresh, dist)
}

/** @param {string} root */
function viteProgram(root) {
  const resolve = createRequire(join(root, 'apps/web/package.json')).resolve
  return join(dirname(resolve('vite/package.json')), 'bin/vite.js')
}

/**
 * Changes with every name and every byte of what the web app is built from.
 * @param {string} root
 */
function fingerprint(root) {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
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
