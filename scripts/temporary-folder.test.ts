import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const MODULE = fileURLToPath(new URL('lib/temporary-folder.mjs', import.meta.url))

/** A process that says its folder, if it has one, and then waits for its input to end. */
const PROGRAM = `
import { temporaryFolder } from ${JSON.stringify(MODULE)}
process.stdin.resume().on('end', () => process.exit(0))
console.log(temporaryFolder() ?? 'none')
`

test.each([
  ['its process has ended', null],
  ['its process was interrupted', 'SIGINT'],
  ['its process was asked to end', 'SIGTERM'],
] as const)('the folder in memory is gone once %s', async (_when, signal) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const [said] = await once(child.stdout, 'data')
  const folder = String(said).trim()
  expect(folder === 'none' || existsSync(folder)).toBe(true)
  if (signal) child.kill(signal)
  else child.stdin.end()
  await ended
  expect(existsSync(folder)).toBe(false)
})
