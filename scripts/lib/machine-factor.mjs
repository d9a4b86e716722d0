// Run as a program, this does the work once and prints how long each part took.
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const SELF = fileURLToPath(import.meta.url)
/** What the work takes on the machine that the tests' limits were set on, in milliseconds. */
const USUAL_MS = { loop: 300, starts: 700, writes: 60 }
const MAX_FACTOR = 16

/** @typedef {typeof USUAL_MS} Times */

/**
 * How many times slower this machine is than the one that the limits were set on, between 1 and 16:
 * a fixed loop, starts of Node and writes to the tests' folder, on all cores at once, as the tests
 * run. The slowest of the three counts.
 * @param {NodeJS.ProcessEnv} env of the tests
 */
export async function measureMachineFactor(env) {
  const cores = Array.from({ length: availableParallelism() })
  const times = await Promise.all(cores.map(() => measureInProcess(env)))
  const factors = times.flatMap((its) =>
    Object.entries(USUAL_MS).map(([kind, usual]) => its[/** @type {keyof Times} */ (kind)] / usual),
  )
  return Math.round(10 * Math.min(MAX_FACTOR, Math.max(1, ...factors))) / 10
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Times>}
 */
async function measureInProcess(env) {
  const child = spawn(process.execPath, [SELF], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  return JSON.parse(await text(child.stdout))
}

function compute() {
  let sum = 0
  for (let round = 0; round < 120; round++) {
    const words = Array.from({ length: 4000 }, (_, index) => `w${(index * 7919 + round) % 4000}`)
    sum += JSON.parse(JSON.stringify(words.sort())).join(' ').length
  }
  return sum
}

function startNode() {
  for (let start = 0; start < 5; start++) spawnSync(process.execPath, ['-e', '0'])
}

function writeToDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'kirim-measure-'))
  const page = Buffer.alloc(64 * 1024, 1)
  for (let file = 0; file < 20; file++) {
    const handle = openSync(join(folder, String(file)), 'w')
    writeSync(handle, page)
    fsyncSync(handle)
    closeSync(handle)
  }
  rmSync(folder, { recursive: true })
}

/** @param {() => unknown} work */
function millisecondsOf(work) {
  const start = performance.now()
  work()
  return performance.now() - start
}

if (process.argv[1] === SELF) {
  const times = {
    loop: millisecondsOf(compute),
    starts: millisecondsOf(startNode),
    writes: millisecondsOf(writeToDisk),
  }
  console.log(JSON.stringify(times))
}
