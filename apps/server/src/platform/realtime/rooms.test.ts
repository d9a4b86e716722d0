import { eventNeeds, type ServerEventName } from '@kirim/contract/realtime'
import { mayDo, ROLE_NAMES, type RoleName } from '@kirim/contract/roles'
import { describe, expect, test } from 'vitest'
import { ownerOf } from '../../testing/person.ts'
import type { Membership } from '../caller.ts'
import { type Reach, roomsFor, roomsOf, type Sight, teamRoom } from './rooms.ts'

const SHOP = 'shop'
const EVENTS = Object.keys(eventNeeds) as ServerEventName[]

const NARROWINGS: Record<string, Partial<Membership>> = {
  everything: {},
  'number a': { deviceIds: ['a'] },
  'numbers a and b': { deviceIds: ['a', 'b'] },
  'no number': { deviceIds: [] },
  'own chats': { ownChatsOnly: true },
  'no phone numbers': { hidesNumbers: true },
  'number a, no phone numbers': { deviceIds: ['a'], hidesNumbers: true },
}

function member(role: RoleName, narrowing: Partial<Membership>, workspaceId = SHOP): Membership {
  const all = { deviceIds: null, ownChatsOnly: false, hidesNumbers: false }
  return { workspaceId, role, ...all, ...narrowing }
}

const roomsOfMember = (membership: Membership) => new Set(roomsOf(ownerOf('aina', { membership })))

interface Audience {
  readonly reach?: Reach
  readonly sight?: Sight
  readonly deviceIds?: readonly string[]
}

function hears(membership: Membership, event: ServerEventName, audience: Audience): boolean {
  const { reach = 'all', sight = 'all', deviceIds = null } = audience
  const mine = roomsOfMember(membership)
  return roomsFor(SHOP, event, { reach, sight, deviceIds }).some((room) => mine.has(room))
}

/** What the rooms must come to, said in another way. */
function mayHear(
  { role, deviceIds: seen, ownChatsOnly, hidesNumbers }: Membership,
  event: ServerEventName,
  { reach = 'all', sight = 'all', deviceIds }: Audience,
): boolean {
  const needs = eventNeeds[event]
  if (needs === null) return true
  if (needs === 'everything') {
    return mayDo(role, 'numbers:write') && seen === null && !ownChatsOnly && !hidesNumbers
  }
  if (!mayDo(role, needs)) return false
  if (sight !== 'all' && (sight === 'masked') !== hidesNumbers) return false
  if (seen === null) return reach !== 'own numbers'
  if (reach === 'all numbers') return false
  return deviceIds === undefined || deviceIds.some((id) => seen.includes(id))
}

const AUDIENCES: Record<string, Audience> = {
  'about no number': {},
  'about number a': { deviceIds: ['a'] },
  'about number b': { deviceIds: ['b'] },
  'about numbers b and c': { deviceIds: ['b', 'c'] },
  'about a new number': { deviceIds: [] },
  'for those who see all numbers': { reach: 'all numbers' },
  'for those who see some': { reach: 'own numbers' },
  'about number a, with phone numbers': { deviceIds: ['a'], sight: 'numbers' },
  'about number a, masked': { deviceIds: ['a'], sight: 'masked' },
}

describe.each(ROLE_NAMES)('%s', (role) => {
  test.each(Object.entries(NARROWINGS))('who sees %s hears what they may', (_what, narrowing) => {
    const membership = member(role, narrowing)
    const table = Object.entries(AUDIENCES).flatMap(([about, audience]) =>
      EVENTS.map((event) => ({
        event: `${event} ${about}`,
        heard: hears(membership, event, audience),
        allowed: mayHear(membership, event, audience),
      })),
    )
    expect(table.filter(({ heard, allowed }) => heard !== allowed)).toEqual([])
  })
})

test('nobody hears another workspace', () => {
  const stranger = member('owner', {}, 'another')
  expect(EVENTS.filter((event) => hears(stranger, event, {}))).toEqual([])
})

test('an event of a node of an earlier version reaches those from whom nothing is withheld', () => {
  const hear = (membership: Membership) => roomsOfMember(membership).has(`user:${SHOP}`)
  expect([member('owner', {}), member('manager', {})].map(hear)).toEqual([true, true])
  const others = Object.values(NARROWINGS).slice(1)
  expect(others.map((narrowing) => hear(member('manager', narrowing)))).not.toContain(true)
  expect(
    ROLE_NAMES.filter((role) => !mayDo(role, 'numbers:write')).map((role) =>
      hear(member(role, {})),
    ),
  ).not.toContain(true)
})

test('who is there is told to somebody who may see the team', () => {
  const told = ROLE_NAMES.filter((role) => roomsOfMember(member(role, {})).has(teamRoom(SHOP)))
  expect(told).toEqual(ROLE_NAMES.filter((role) => mayDo(role, 'team:read')))
})
