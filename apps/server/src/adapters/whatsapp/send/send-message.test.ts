import { expect, test } from 'vitest'
import { mayHaveLeft } from './send-message.ts'

/** As the driver throws it. */
const closed = Object.assign(new Error('Connection Closed'), { output: { statusCode: 428 } })
const other = new Error('All encryptions failed')

test.each([
  ['the database failed before', 'ours', other, true, false],
  ['the connection was closed before', 'ours', closed, false, false],
  ['nothing could be encrypted, and the connection is gone', 'driver', other, false, false],
  ['nothing can be encrypted for this person', 'driver', other, true, true],
  ['it was encrypted for a connection that was closed by then', 'encrypted', closed, false, false],
  ['the connection broke while it was written', 'encrypted', other, false, true],
  ['something failed after it was written', 'encrypted', other, true, true],
] as const)('a message may have left where %s: as said', (_what, stage, error, isOpen, may) => {
  expect(mayHaveLeft(stage, error, isOpen)).toBe(may)
})
