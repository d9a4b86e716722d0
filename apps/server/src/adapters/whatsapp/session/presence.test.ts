import { EventEmitter } from 'node:events'
import type { AuthenticationCreds, WASocket } from 'baileys'
import { expect, test, vi } from 'vitest'
import { createFreshAuthState } from '../keys/auth-state.ts'
import { keepPhoneNotifying } from './presence.ts'

const ID = '60123456789:1@s.whatsapp.net'

/** As the driver does it: it tells the name where an update differs from it. */
function setUp(name: string | undefined) {
  const { creds } = createFreshAuthState().state
  creds.me = { id: ID, ...(name !== undefined && { name }) }
  const ev = new EventEmitter()
  const said: string[] = []
  let isOpen = true
  let isAnswering = false
  ev.on('creds.update', (update: Partial<AuthenticationCreds>) => {
    if (creds.me?.name !== update.me?.name) said.push('no type')
    Object.assign(creds, update)
  })
  const sendPresenceUpdate = vi.fn(async (type: string) => void said.push(type))
  const socket = { ev: ev as unknown as WASocket['ev'], sendPresenceUpdate }
  keepPhoneNotifying(
    socket,
    creds,
    () => isOpen,
    () => isAnswering,
    () => {},
  )
  return {
    said,
    update: (change: Partial<AuthenticationCreds>) => ev.emit('creds.update', change),
    answer: (begins: boolean) => {
      isAnswering = begins
    },
    close: () => {
      isOpen = false
    },
  }
}

test('every presence without a type is followed by unavailable', () => {
  const { said, update } = setUp('Kedai')
  update({ nextPreKeyId: 9 })
  update({ me: { id: ID, name: 'Kedai' } })
  update({ me: { id: ID, name: 'Kedai Kopi' } })
  expect(said).toEqual(['no type', 'unavailable', 'no type', 'unavailable'])
})

test('a number without a name says so once its name is known', () => {
  const { said, update } = setUp(undefined)
  update({ nextPreKeyId: 9 })
  expect(said).toEqual([])
  update({ me: { id: ID, name: 'Kedai' } })
  expect(said).toEqual(['no type', 'unavailable'])
})

test('nothing is sent while the connection is not open', () => {
  const { said, update, close } = setUp('Kedai')
  close()
  update({ nextPreKeyId: 9 })
  expect(said).toEqual(['no type'])
})

test('a number that answers is to be seen until it has answered', () => {
  const { said, update, answer } = setUp('Kedai')
  answer(true)
  update({ nextPreKeyId: 9 })
  answer(false)
  update({ nextPreKeyId: 10 })
  expect(said).toEqual(['no type', 'no type', 'unavailable'])
})
