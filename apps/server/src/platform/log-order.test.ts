import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const LOG = fileURLToPath(new URL('./log.ts', import.meta.url))

/** A process that logs, and what it has said. */
function run(script: string) {
  const child = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { createLog, flushed } from ${JSON.stringify(LOG)}; const log = createLog('info'); ${script}`,
  ])
  return { child, ended: once(child, 'close') }
}

test('every line is written in order before the process ends, the fatal one last', async () => {
  const { child, ended } = run(`
    for (let n = 0; n < 3000; n++) log.info({ n }, 'x'.repeat(100))
    log.fatal({ n: 3000 }, 'over')
    await flushed(log)
    process.exit(1)`)
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk))
  await ended
  const order = said
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { n: number }).n)
  expect(order).toEqual(Array.from({ length: 3001 }, (_, n) => n))
})

test('a log that nobody reads holds nothing up', async () => {
  const { child, ended } = run(`
    for (let n = 0; n < 3000; n++) log.info('x'.repeat(1000))
    setImmediate(() => process.stderr.write('goes on'))`)
  const [chunk] = (await once(child.stderr, 'data')) as [Buffer]
  expect(String(chunk)).toBe('goes on')
  child.kill('SIGKILL')
  child.stdout.resume()
  await ended
})
