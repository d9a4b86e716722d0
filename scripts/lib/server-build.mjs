import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buildBeside, isBuilt } from './built-from.mjs'
import { Problem, run } from './run.mjs'

const SOURCES = [
  'apps/server/src',
  'apps/server/build',
  'apps/server/rolldown.config.mjs',
  'apps/server/package.json',
  'packages',
  'package-lock.json',
]
/** The server, and each entry that only tests start, with its place. */
const BUILT = {
  main: { dist: 'apps/server/dist', sources: SOURCES },
  'testing/crash-server': { dist: '.cache/crash-server', sources: SOURCES },
}
/** @typedef {keyof typeof BUILT} ServerEntry */

/**
 * Whether the server was built from the sources as they are now.
 * @param {string} root
 * @param {ServerEntry} entry
 */
export const serverIsBuilt = (root, entry = 'main') => isBuilt(root, BUILT[entry])

/**
 * Builds `apps/server/src/<entry>.ts` with all that it imports.
 * @param {string} root
 * @param {ServerEntry} entry
 */
export const buildServer = (root, entry = 'main') =>
  buildBeside(root, BUILT[entry], async (fresh) => {
    const result = await run(
      process.execPath,
      [
        rolldownProgram(root),
        '--config',
        'rolldown.config.mjs',
        '--input',
        `src/${entry}.ts`,
        '--dir',
        fresh,
      ],
      { cwd: join(root, 'apps/server') },
    )
    if (result.code !== 0) {
      throw new Problem(`${result.output}\nThe server could not be built. The reason is above.`)
    }
  })

/** @param {string} root */
function rolldownProgram(root) {
  const resolve = createRequire(join(root, 'apps/server/package.json')).resolve
  return join(dirname(resolve('rolldown/package.json')), 'bin/cli.mjs')
}
