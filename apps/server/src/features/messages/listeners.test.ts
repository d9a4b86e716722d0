import { expect, test } from 'vitest'
import type { Db } from '../../platform/database/database.ts'
import type { InboundMessage } from '../../platform/inbound-message.ts'
import { createListeners } from './listeners.ts'
import type { Listener } from './messages.ports.ts'

const TX = {} as Db
const MESSAGE = { text: 'STOP' } as InboundMessage

/** Three listeners that tell what they do, the second of which may use the message up. */
function three(uses: () => boolean) {
  const done: string[] = []
  const listener = (name: string): Listener => ({
    name,
    async hear() {
      done.push(`${name} hears`)
      return {
        async write() {
          done.push(`${name} writes`)
          return name === 'second' && uses() ? 'used' : 'heard'
        },
        written: () => void done.push(`${name} is told`),
      }
    },
  })
  return { done, listeners: createListeners(['first', 'second', 'third'].map(listener)) }
}

test('listeners after one that consumes the message write nothing', async () => {
  const { done, listeners } = three(() => true)
  const heard = await listeners.hear('user', MESSAGE)
  expect(await heard?.write(TX)).toBe(true)
  await heard?.written()
  expect(done.slice(3)).toEqual([
    'first writes',
    'second writes',
    'first is told',
    'second is told',
  ])
})

test('a retried transaction counts by its last attempt', async () => {
  let tries = 0
  const { done, listeners } = three(() => ++tries === 1)
  const heard = await listeners.hear('user', MESSAGE)
  await heard?.write(TX)
  expect(await heard?.write(TX)).toBe(false)
  done.length = 0
  await heard?.written()
  expect(done).toEqual(['first is told', 'second is told', 'third is told'])
})

test('returns null when no listener writes anything', async () => {
  const listeners = createListeners([{ name: 'deaf' }, { name: 'idle', hear: async () => null }])
  expect(await listeners.hear('user', MESSAGE)).toBeNull()
})
