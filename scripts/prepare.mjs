// Runs before `npm start`, `npm test` and `npm run dev`, on any Node.js and before packages are
// installed: import only Node's own modules here and in lib/.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exclusively } from './lib/exclusively.mjs'
import { installPackages, packagesAreInstalled, refuseOldNode } from './lib/packages.mjs'
import { Problem, secondsSince } from './lib/run.mjs'
import { buildServer, serverIsBuilt } from './lib/server-build.mjs'
import { buildWebApp, webAppIsBuilt } from './lib/web-app.mjs'

const OLDEST_NODE = 20
const root = fileURLToPath(new URL('..', import.meta.url))
const packagesOnly = process.argv.includes('--packages-only')

function isPrepared() {
  return (
    packagesAreInstalled(root) && (packagesOnly || (webAppIsBuilt(root) && serverIsBuilt(root)))
  )
}

async function prepare() {
  if (!packagesAreInstalled(root)) {
    await step('Installing packages', () => installPackages(root))
  }
  refuseOldNode(root)
  if (!packagesOnly && !webAppIsBuilt(root)) {
    await step('Building the web app', () => buildWebApp(root))
  }
  if (!packagesOnly && !serverIsBuilt(root)) {
    await step('Building the server', () => buildServer(root))
  }
}

/**
 * @param {string} what
 * @param {() => Promise<void>} work
 */
async function step(what, work) {
  const start = Date.now()
  console.log(`${what} ...`)
  await work()
  console.log(`${what}: done in ${secondsSince(start)}`)
}

async function main() {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    throw new Problem(
      `This is Node.js ${process.versions.node}. Install Node.js ${OLDEST_NODE} or later and try again.`,
    )
  }
  if (isPrepared()) return refuseOldNode(root)
  await exclusively(join(root, '.cache', 'prepare.lock'), prepare, () =>
    console.log('Waiting for another npm command that is preparing this folder ...'),
  )
}

main().catch((error) => {
  console.error(error instanceof Problem ? error.message : error)
  process.exit(1)
})
