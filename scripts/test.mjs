// `npm test`: every check and every test that guards a change. `npm run test:deep`: all of them.
// `npm test -- --changed[=commit]`: only tests affected by changes since the commit (HEAD without
// one).
// The last line is the sum.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measureMachineFactor } from './lib/machine-factor.mjs'
import { secondsSince } from './lib/run.mjs'
import { MOST_FLAKY } from './lib/second-chance.mjs'
import { testEnvironment } from './lib/test-environment.mjs'
import { testSteps } from './lib/test-steps.mjs'
import { installTestTools } from './lib/test-tools.mjs'

const NAME_WIDTH = 14
/** Arbitrary, but the same as in `packages/testing/src/test-run.ts`. */
const FIXED_SEED = 20_261_128
const root = fileURLToPath(new URL('..', import.meta.url))

/** @type {import('./lib/second-chance.mjs').FlakyTest[]} */
const flaky = []
const total = { passed: 0, failed: 0 }
const start = Date.now()
const { deep, changed = null } = parseArgs({
  args: process.argv.slice(2).map((arg) => (arg === '--changed' ? '--changed=HEAD' : arg)),
  options: { deep: { type: 'boolean', default: false }, changed: { type: 'string' } },
}).values

await take({ name: 'tools', run: installTestTools })
if (total.failed === 0) await test()

console.log(`Took ${secondsSince(start)}.`)
for (const { file, test } of flaky) console.log(`flaky: ${file} › ${test}`)
if (flaky.length > MOST_FLAKY) {
  console.log(
    `More than ${MOST_FLAKY} tests passed only when tried again: that counts as a failure.`,
  )
  total.failed += 1
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

async function test() {
  const seed =
    Number(process.env.TEST_SEED) || (deep ? Math.trunc(Math.random() * 2 ** 31) : FIXED_SEED)
  const env = testEnvironment(join(root, '.cache'), { deep, seed })
  env.TEST_MACHINE_FACTOR ??= String(await measureMachineFactor(env))
  console.log(`Cores: ${availableParallelism()}. Time limits: times ${env.TEST_MACHINE_FACTOR}.`)
  console.log(`For the same random values: TEST_SEED=${seed}`)
  for (const beside of testSteps(root, { deep, changed }, env)) await Promise.all(beside.map(take))
}

/** @param {import('./lib/test-step.mjs').Step} step */
async function take(step) {
  const start = Date.now()
  const result = await step.run().catch(brokenOff)
  total.passed += result.passed
  total.failed += result.failed
  flaky.push(...(result.flaky ?? []))
  const verdict = result.failed > 0 ? 'FAILED' : 'ok'
  console.log(
    [
      step.name.padEnd(NAME_WIDTH) + verdict.padEnd(7),
      secondsSince(start).padStart(8),
      result.detail,
    ]
      .join('  ')
      .trimEnd(),
  )
  if (result.failed > 0 || result.flaky?.length) console.log(`\n${result.output.trim()}\n`)
}

/**
 * @param {Error} error
 * @returns {import('./lib/test-step.mjs').StepResult}
 */
function brokenOff(error) {
  return { passed: 0, failed: 1, detail: '', output: error.stack ?? error.message }
}
