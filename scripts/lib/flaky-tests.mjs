import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const KEPT = 200

/**
 * Adds the tests that passed only when tried again to a JSON file, the newest last.
 * @param {string} file
 * @param {readonly import('./second-chance.mjs').FlakyTest[]} flaky
 */
export function keepFlaky(file, flaky) {
  const earlier = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const at = new Date().toISOString()
  const all = [...earlier, ...flaky.map((test) => ({ at, ...test }))].slice(-KEPT)
  writeFileSync(file, JSON.stringify(all, null, 2))
}
