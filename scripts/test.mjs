// `npm test`: every check and every test, one after another. The last line is the sum.
import { fileURLToPath } from 'node:url'
import { secondsSince } from './lib/run.mjs'
import { steps } from './lib/test-steps.mjs'

const NAME_WIDTH = 14
const root = fileURLToPath(new URL('..', import.meta.url))

const total = { passed: 0, failed: 0 }
for (const step of steps(root)) {
  process.stdout.write(step.name.padEnd(NAME_WIDTH))
  const start = Date.now()
  const result = await step.run()
  total.passed += result.passed
  total.failed += result.failed
  const verdict = result.failed > 0 ? 'FAILED' : 'ok'
  console.log(
    [verdict.padEnd(7), secondsSince(start).padStart(8), result.detail].join('  ').trimEnd(),
  )
  if (result.failed > 0) console.log(`\n${result.output.trim()}\n`)
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0
