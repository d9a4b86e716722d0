import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem, run } from './run.mjs'

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean }} Locked
 */

/** The first version that runs TypeScript directly and includes SQLite. */
const NODE_NEEDED = 24

/**
 * Whether node_modules holds what package-lock.json asks for. npm writes its own list into
 * node_modules as the last act of an install, so a broken-off one does not count.
 * @param {string} root
 */
export function packagesAreInstalled(root) {
  const wanted = lockedPackages(join(root, 'package-lock.json'))
  const installed = lockedPackages(join(root, 'node_modules', '.package-lock.json'))
  if (!wanted) throw new Problem(`There is no readable package-lock.json in ${root}.`)
  if (!installed) return false
  return Object.entries(wanted).every(([path, entry]) => isMet(path, entry, installed[path]))
}

/**
 * Packages for another platform are not installed, and need not be.
 * @param {string} path
 * @param {Locked} wanted
 * @param {Locked | undefined} installed
 */
function isMet(path, wanted, installed) {
  if (!path.startsWith('node_modules/') || wanted.link) return true
  if (!installed) return wanted.optional === true
  return installed.version === wanted.version && installed.integrity === wanted.integrity
}

/**
 * @param {string} file
 * @returns {Record<string, Locked> | null}
 */
function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return null
  }
}

/**
 * Everything in the lockfile, development tools too: the web app is built here, also for
 * production.
 * @param {string} root
 */
export async function installPackages(root) {
  const [command, args] = npmCommand()
  const result = await run(
    command,
    [...args, 'ci', '--loglevel=error', '--include=dev', '--include=optional'],
    { cwd: root },
  )
  if (result.code !== 0) {
    throw new Problem(
      `${result.output}\nThe packages could not be installed (npm ci). What npm said is above; when it is about the network, check it and try again.`,
    )
  }
  if (!packagesAreInstalled(root)) {
    throw new Problem(
      'npm ci ended without an error, and yet packages are missing. Remove node_modules and try again.',
    )
  }
}

/**
 * The npm that runs this script, on the Node.js that it runs on: the one in node_modules is about
 * to go.
 * @returns {[string, string[]]}
 */
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  return npm && node && existsSync(npm) ? [node, [npm]] : ['npm', []]
}

/**
 * Node.js comes as a package; where there is none for the platform, the installed one must do.
 * @param {string} root
 */
export function refuseOldNode(root) {
  const bin = join(root, 'node_modules', '.bin')
  if (existsSync(join(bin, 'node')) || existsSync(join(bin, 'node.cmd'))) return
  if (Number.parseInt(process.versions.node, 10) >= NODE_NEEDED) return
  throw new Problem(
    `Kirim runs on Node.js ${NODE_NEEDED}, and there is no package with it for ${process.platform} ${process.arch}. Install Node.js ${NODE_NEEDED} and try again.`,
  )
}
