import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'

const POSTGRES = '/usr/lib/postgresql'
const PGBOUNCER = '/usr/sbin/pgbouncer'
/** Chromium's headless shell: renders the same pages with half the work. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell'

/**
 * Installs what the tests run against and npm cannot install: PostgreSQL and a pooler, ffmpeg and
 * a browser. Announces first what will be installed.
 * @returns {Promise<import('./test-step.mjs').StepResult>}
 */
export async function installTestTools() {
  const missing = [
    ...(hasPostgres() ? [] : ['postgresql']),
    ...(existsSync(PGBOUNCER) ? [] : ['pgbouncer']),
    ...(hasFfmpeg() ? [] : ['ffmpeg']),
    ...(!existsSync(CHROMIUM) ? ['chromium-headless-shell'] : []),
  ]
  if (missing.length === 0) return ready('')
  const aptGet = await findAptGet()
  if (!aptGet) {
    return notReady(
      `The tests need ${missing.join(' and ')}. Install them as an administrator, on Debian: apt-get install ${missing.join(' ')}`,
    )
  }
  console.log(`Installing with apt-get: ${missing.join(', ')} ...`)
  await run(aptGet.command, [...aptGet.args, 'update', '-qq'])
  const install = [...aptGet.args, 'install', '-y', '-qq', '--no-install-recommends', ...missing]
  const result = await run(aptGet.command, install)
  return result.code === 0
    ? ready(`installed ${missing.join(', ')}`)
    : notReady(`${result.output}\napt-get could not install ${missing.join(' and ')}.`)
}

/** @param {string} detail */
function ready(detail) {
  return { passed: 0, failed: 0, detail, output: '' }
}

/** @param {string} output */
function notReady(output) {
  return { passed: 0, failed: 1, detail: '', output }
}

function hasPostgres() {
  return existsSync(POSTGRES) && readdirSync(POSTGRES).some((version) => Number(version) > 0)
}

function hasFfmpeg() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.some((folder) => existsSync(join(folder, 'ffmpeg')))
}

/** Runs as root or through sudo without a password; null when neither is possible. */
async function findAptGet() {
  if (!existsSync('/usr/bin/apt-get')) return null
  const quietly = ['DEBIAN_FRONTEND=noninteractive', 'apt-get']
  if (process.getuid?.() === 0) return { command: 'env', args: quietly }
  const sudo = await run('sudo', ['-n', 'true'])
  return sudo.code === 0 ? { command: 'sudo', args: ['-n', 'env', ...quietly] } : null
}
