// `npm test`: every check and every test that guards a change. `npm run test:deep`: all of them.
// `npm test -- --changed[=commit]`: those that changes since the commit (HEAD without one) touch.
// The last line is the sum.
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { keepFlaky } from './lib/flaky-tests.mjs'
import { measureMachineFactor } from './lib/machine-factor.mjs'
import { secondsSince } from './lib/run.mjs'
import { MOST_FLAKY } from './lib/second-chance.mjs'
import { testEnvironment } from './lib/test-environment.mjs'
import { testSteps } from './lib/test-steps.mjs'
import { installTestTools } from './lib/test-tools.mjs'

const NAME_WIDTH = 14
/** Any: it only has to stay the same. */
const FIXED_SEED = 20_261_128
const LOAD_EVERY_MS = 5000
const root = fileURLToPath(new URL('..', import.meta.url))

/** @type {import('./lib/second-chance.mjs').FlakyTest[]} */
const flaky = []
const total = { passed: 0, failed: 0 }
const load = watchLoad()
const start = Date.now()

await take({ name: 'tools', run: installTestTools })
if (total.failed === 0) await test()

console.log(`Took ${secondsSince(start)}. Highest load average: ${load.highest().toFixed(1)}.`)
load.stop()
keepFlaky(join(root, '.cache/flaky.json'), flaky)
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
  const { values } = parseArgs({
    args: process.argv.slice(2).map((arg) => (arg === '--changed' ? '--changed=HEAD' : arg)),
    options: { deep: { type: 'boolean', default: false }, changed: { type: 'string' } },
  })
  const seed =
    Number(process.env.TEST_SEED) ||
    (values.deep ? Math.trunc(Math.random() * 2 ** 31) : FIXED_SEED)
  const machineFactor = await measureMachineFactor()
  console.log(`Cores: ${availableParallelism()}. Limits of time: ${machineFactor} times as long.`)
  console.log(`For the same random values: TEST_SEED=${seed}`)
  const env = testEnvironment(join(root, '.cache'), { deep: values.deep, seed, machineFactor })
  const scope = { deep: values.deep, changed: values.changed ?? null }
  for (const beside of testSteps(root, scope, env)) await Promise.all(beside.map(take))
}

/** @param {import('./lib/test-step.mjs').Step} step */
async function take(step) {
  const start = Date.now()
  const result = await step.run()
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

function watchLoad() {
  let highest = 0
  const timer = setInterval(() => {
    highest = Math.max(highest, loadavg()[0] ?? 0)
  }, LOAD_EVERY_MS)
  return { highest: () => highest, stop: () => clearInterval(timer) }
}
