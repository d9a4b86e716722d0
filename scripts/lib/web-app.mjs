import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buildBeside, isBuilt } from './built-from.mjs'
import { compressFiles } from './compress-files.mjs'
import { Problem, run } from './run.mjs'

const WEB_APP = {
  dist: 'apps/web/dist',
  sources: [
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
  ],
}

/**
 * Whether apps/web/dist was built from the sources as they are now.
 * @param {string} root
 */
export const webAppIsBuilt = (root) => isBuilt(root, WEB_APP)

/** @param {string} root */
export const buildWebApp = (root) =>
  buildBeside(root, WEB_APP, async (fresh) => {
    const result = await run(
      process.execPath,
      [viteProgram(root), 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'],
      { cwd: join(root, 'apps/web'), env: { ...process.env, NODE_ENV: 'production' } },
    )
    if (result.code !== 0) {
      throw new Problem(`${result.output}\nThe web app could not be built. The reason is above.`)
    }
    await compressFiles(fresh)
  })

/** @param {string} root */
function viteProgram(root) {
  const resolve = createRequire(join(root, 'apps/web/package.json')).resolve
  return join(dirname(resolve('vite/package.json')), 'bin/vite.js')
}
