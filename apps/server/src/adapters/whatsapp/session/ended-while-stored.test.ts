import { until } from '@kirim/testing/until'
import { expect, test } from 'vitest'
import { startDrivenNumber } from '../../../testing/driven-number.ts'

test('a message whose keys are being stored when its session is closed never leaves', async () => {
  const { open, say, heard, hold, waiting, release } = await startDrivenNumber()
  const session = await open()
  expect(await say('first')).toEqual({ kind: 'accepted' })
  hold()
  const second = say('second')
  await until('its keys are being stored', () => waiting() > 1)
  const closing = session.close()
  release()
  await closing
  expect(await second).toEqual({ kind: 'unknown', lost: true })
  expect(heard()).toEqual(['first'])
})

test('a session that is over stores nothing over the keys of the next one', async () => {
  const { open, say, heard, sessions } = await startDrivenNumber()
  const session = await open()
  await say('first')
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<null>()]
  const late = say('late', () => {
    asked.resolve()
    return answered.promise
  }).catch(() => 'not sent')
  await asked.promise
  await session.close()
  const next = await open()
  for (const text of ['second', 'third']) await say(text)
  const before = sessions()
  answered.resolve(null)
  expect(await late).toBe('not sent')
  await new Promise(setImmediate)
  expect(sessions()).toEqual(before)
  expect(heard()).toEqual(['first', 'second', 'third'])
  await next.close()
})
