import { expect, test } from 'vitest'
import type { Close } from '../../../features/devices/closes.ports.ts'
import { startDrivenNumber } from '../../../testing/driven-number.ts'

test('a server that may have been replaced does not sign in: the session of another stays', async () => {
  const { open, say, server, heard } = await startDrivenNumber()
  const closes: string[] = []
  const session = await open(({ cause }) => closes.push(cause))
  await say('before')
  let isFrozen = true
  const frozen = server(() => isFrozen)
  const close = await new Promise<Close | null>((settle) => {
    void frozen.open(settle).then(() => settle(null))
  })
  expect(close).toEqual({ cause: 'connection_lost', code: null, until: null })
  expect(await say('after')).toEqual({ kind: 'accepted' })
  expect([closes, heard()]).toEqual([[], ['before', 'after']])
  // Otherwise it would have.
  isFrozen = false
  const replaced = await frozen.open()
  // The line of the one before is closed meanwhile.
  await expect.poll(() => closes).toEqual(['replaced'])
  await replaced.close()
  await session.close()
})
