// Runs the tests of the server and the packages with another version of the driver, in a copy of
// this folder that is removed afterwards: npm run driver:check -- 7.0.0
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const DRIVER = 'baileys'
const USERS = ['apps/server/package.json', 'packages/sandbox-network/package.json']
const root = fileURLToPath(new URL('..', import.meta.url))
const [version] = process.argv.slice(2)

/** @param {string} version */
function check(version) {
  const copy = mkdtempSync(join(tmpdir(), 'kirim-driver-'))
  try {
    for (const file of trackedFiles()) cpSync(join(root, file), join(copy, file))
    for (const file of USERS) nameVersion(join(copy, file), version)
    run(copy, 'npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'])
    console.log(`\nThe tests of the driver with ${DRIVER} ${version}:`)
    const tests = ['vitest', 'run', '--project', 'server', '--project', 'packages']
    return run(copy, 'npm', ['exec', '--', ...tests], { mayFail: true })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function trackedFiles() {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  return listed.split('\0').filter((file) => file !== '')
}

/**
 * @param {string} file
 * @param {string} version
 */
function nameVersion(file, version) {
  const described = JSON.parse(readFileSync(file, 'utf8'))
  described.dependencies[DRIVER] = version
  writeFileSync(file, `${JSON.stringify(described, null, 2)}\n`)
}

/**
 * @param {string} cwd
 * @param {string} command
 * @param {string[]} args
 */
function run(cwd, command, args, { mayFail = false } = {}) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status !== 0 && !mayFail) throw new Error(`${command} ${args[0]} ended with ${status}.`)
  return status ?? 1
}

if (!version || !/^\d+\.\d+\.\d+[\w.-]*$/.test(version)) {
  console.error('Name the version to try: npm run driver:check -- 7.0.0')
  process.exit(2)
}
const status = check(version)
console.log(
  status === 0
    ? `All of them pass with ${version}. docs/driver.md says which seams to look at before it is pinned.`
    : `Some fail with ${version}: docs/driver.md says what each seam is for.`,
)
process.exit(status)
