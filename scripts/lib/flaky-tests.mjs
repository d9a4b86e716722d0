import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const KEPT = 200

/**
 * Adds the tests that passed only when tried again to a JSON file, the newest last.
 * @param {string} file
 * @param {readonly import('./second-chance.mjs').FlakyTest[]} flaky
 */
export function keepFlaky(file, flaky) {
  const earlier = readEarlier(file)
  const at = new Date().toISOString()
  const all = [...earlier, ...flaky.map((test) => ({ at, ...test }))].slice(-KEPT)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(all, null, 2))
  renameSync(`${file}.new`, file)
}

/** @param {string} file */
function readEarlier(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // There is none yet, or somebody edited it.
    return []
  }
}
