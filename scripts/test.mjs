// `npm test`: every check and every test. The last line is the sum.
import { fileURLToPath } from 'node:url'
import { secondsSince } from './lib/run.mjs'
import { steps } from './lib/test-steps.mjs'

const NAME_WIDTH = 14
const root = fileURLToPath(new URL('..', import.meta.url))

const total = { passed: 0, failed: 0 }
for (const beside of steps(root)) await Promise.all(beside.map(take))
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

/** @param {import('./lib/test-steps.mjs').Step} step */
async function take(step) {
  const start = Date.now()
  const result = await step.run()
  total.passed += result.passed
  total.failed += result.failed
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
  if (result.failed > 0) console.log(`\n${result.output.trim()}\n`)
}
