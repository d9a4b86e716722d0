import { eventNeeds, type ServerEventName, serverEvents } from '@kirim/contract/realtime'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ownerOf } from '../../testing/person.ts'
import { inWorkspace, type Membership } from '../caller.ts'
import { roomsFor, roomsOf } from './rooms.ts'

function receives(
  membership: Partial<Membership>,
  sight: 'all' | 'numbers' | 'masked',
  deviceIds: readonly string[] | null = ['d1'],
): boolean {
  const owner = inWorkspace(ownerOf('siti'))
  const joined = roomsOf({ ...owner, membership: { ...owner, ...membership } })
  const sent = roomsFor('siti', 'error_message', { reach: 'all', sight, deviceIds })
  return sent.some((room) => joined.includes(room))
}

test.each([
  ['an owner', {}, true, false],
  ['a manager of one number', { role: 'manager', deviceIds: ['d1'] }, true, false],
  ['a manager without numbers of people', { role: 'manager', hidesNumbers: true }, false, true],
  [
    'a manager of one number without those of people',
    { role: 'manager', deviceIds: ['d1'], hidesNumbers: true },
    false,
    true,
  ],
  ['a manager of another number', { role: 'manager', deviceIds: ['d2'] }, false, false],
  ['an agent', { role: 'agent' }, false, false],
] as const)('%s receives one of two events', (_who, membership, plain, masked) => {
  expect(receives(membership, 'numbers')).toBe(plain)
  expect(receives(membership, 'masked')).toBe(masked)
  expect(receives(membership, 'all')).toBe(plain || masked)
})

/** Their numbers are those of the workspace itself, or they are masked where they are sent. */
const NO_PERSON: Readonly<Record<string, readonly string[]>> = {
  whatsapp_pairing_code: ['phoneNumber'],
  whatsapp_status: ['phoneNumber'],
}

test('no event says the number of a person, but to those who see everything', () => {
  const events = Object.entries(serverEvents) as [ServerEventName, readonly z.core.$ZodType[]][]
  for (const [event, args] of events) {
    if (eventNeeds[event] === 'everything') continue
    const said = JSON.stringify(args.map((schema) => z.toJSONSchema(schema)))
    const named = [...said.matchAll(/"(\w*(?:number|jid|chatKey)\w*)":\{/gi)].map(
      ([, name]) => name,
    )
    expect([event, named.filter((name) => !NO_PERSON[event]?.includes(name ?? ''))]).toEqual([
      event,
      [],
    ])
  }
})
