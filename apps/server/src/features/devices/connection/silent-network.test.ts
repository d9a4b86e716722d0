import { openTcpLine, type TcpLine } from '@kirim/testing/tcp-line'
import { onThisMachine } from '@kirim/testing/test-run'
import { expect, onTestFinished, test } from 'vitest'
import { startLinkedNumber } from '../../../testing/linked-number.ts'

/** After that the process ends anyway, undrained (`platform/shutdown.ts`). */
const DEADLINE_MS = onThisMachine(15_000)

test('a server with a silent connection stops in time', async () => {
  const lines: TcpLine[] = []
  onTestFinished(async () => {
    for (const line of lines) await line.close()
  })
  const number = await startLinkedNumber('SQLite', {
    portFor: async (port) => {
      const line = await openTcpLine(port)
      lines.push(line)
      return line.port
    },
  })
  for (const line of lines) line.fallSilent()
  const began = performance.now()
  await number.stop()
  expect(performance.now() - began).toBeLessThan(DEADLINE_MS)
})
