import { eventNeeds, type ServerEventName } from '@kirim/contract/realtime'
import type { Capability } from '@kirim/contract/roles'
import { mayDo } from '@kirim/contract/roles'
import { type Membership, type Person, seesEverything } from '../caller.ts'

/**
 * The prefix of the rooms of a workspace. The room without a suffix is of those from whom nothing
 * is withheld; nodes of earlier versions know only this one, by this name.
 */
const WORKSPACE_ROOM = 'user:'
/** The suffix for those who see some numbers only, for events that are about none. */
const OF_NO_NUMBER = 'own'
/** The suffix for those from whom phone numbers are hidden. */
const MASKED = ':masked'
const NEEDED = [...new Set(Object.values<Capability | 'everything' | null>(eventNeeds))].filter(
  (needs) => needs !== null && needs !== 'everything',
)

export const workspaceRoom = (workspaceId: string) => `${WORKSPACE_ROOM}${workspaceId}`
export const memberRoom = (workspaceId: string, personId: string) =>
  `member:${workspaceId}:${personId}`
export const personRoom = (personId: string) => `person:${personId}`
export const tokenRoom = (tokenHash: string) => `token:${tokenHash}`
/** Of all who are there, whatever they may do. */
export const presenceRoom = (workspaceId: string) => `present:${workspaceId}`

/** Of those who see their own chats only. */
export const ownChatsRoom = (workspaceId: string) => `own-chats:${workspaceId}`
/** Of one of them, by whether phone numbers are hidden from them. */
export const ownChatsOf = (workspaceId: string, personId: string, isMasked: boolean) =>
  `${ownChatsRoom(workspaceId)}:${personId}${isMasked ? MASKED : ''}`
/** Of those who may see who is there. No event of the workspace, whose position stays. */
export const teamRoom = (workspaceId: string) => `team:${workspaceId}`

/** The rooms that a connection joins. */
export function roomsOf({ membership, personId, tokenHash }: Person): string[] {
  const own = [personRoom(personId), tokenRoom(tokenHash)]
  if (!membership) return own
  const { workspaceId, role, ownChatsOnly, hidesNumbers } = membership
  return [
    ...own,
    memberRoom(workspaceId, personId),
    presenceRoom(workspaceId),
    ...(ownChatsOnly
      ? [ownChatsRoom(workspaceId), ownChatsOf(workspaceId, personId, hidesNumbers)]
      : []),
    ...(mayDo(role, eventNeeds.team_changed) ? [teamRoom(workspaceId)] : []),
    ...eventRoomsOf(membership),
  ]
}

function eventRoomsOf(membership: Membership): string[] {
  const { workspaceId, role, deviceIds, hidesNumbers } = membership
  const room = workspaceRoom(workspaceId)
  if (seesEverything(membership) && NEEDED.every((needs) => mayDo(role, needs))) return [room]
  const suffixes = deviceIds === null ? [''] : [OF_NO_NUMBER, ...deviceIds].map((of) => `:${of}`)
  return NEEDED.filter((needs) => mayDo(role, needs)).flatMap((needs) =>
    suffixes.map((suffix) => `${room}:${needs}${suffix}${hidesNumbers ? MASKED : ''}`),
  )
}

/** Whom an event is for: those who see all numbers, some of them only, or both. */
export type Reach = 'all' | 'all numbers' | 'own numbers'
/**
 * Whom it is for: those who see phone numbers of people, those from whom they are hidden, or both.
 */
export type Sight = 'all' | 'numbers' | 'masked'

interface Audience {
  readonly reach: Reach
  readonly sight: Sight
  readonly deviceIds: readonly string[] | null
}

/**
 * The rooms that receive an event: about these numbers, or about none. Somebody who is in several
 * receives it once.
 */
export function roomsFor(
  workspaceId: string,
  event: ServerEventName,
  { reach, sight, deviceIds }: Audience,
): string[] {
  const room = workspaceRoom(workspaceId)
  const needs = eventNeeds[event]
  if (needs === 'everything') return [room]
  if (needs === null) return [room, presenceRoom(workspaceId)]
  const ofAll = reach === 'own numbers' ? [] : [`${room}:${needs}`]
  const ofOwn = reach === 'all numbers' ? [] : (deviceIds ?? [OF_NO_NUMBER])
  const rooms = [...ofAll, ...ofOwn.map((of) => `${room}:${needs}:${of}`)]
  return [
    ...(sight === 'masked' ? [] : [...(reach === 'own numbers' ? [] : [room]), ...rooms]),
    ...(sight === 'numbers' ? [] : rooms.map((one) => `${one}${MASKED}`)),
  ]
}

/** The workspaces whose events these rooms received. */
export function workspacesOf(rooms: readonly string[]): Set<string> {
  const ofWorkspaces = rooms.filter((room) => room.startsWith(WORKSPACE_ROOM))
  return new Set(ofWorkspaces.map((room) => room.slice(WORKSPACE_ROOM.length).split(':')[0] ?? ''))
}
