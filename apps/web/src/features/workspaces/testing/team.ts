import type { TeamInvitation, TeamMember } from '@kirim/contract/team'

export function personOf(given: Partial<TeamMember> = {}): TeamMember {
  return {
    id: 'p1',
    name: 'Aina Sofea',
    email: 'aina@kopipagi.example',
    role: 'agent',
    sees: 'all',
    deviceIds: [],
    hidesNumbers: false,
    joinedAt: '2026-11-01T00:00:00.000Z',
    isHere: false,
    lastSeenAt: null,
    openChats: 0,
    ...given,
  }
}

/** By default one that is open. */
export function invitationOf(given: Partial<TeamInvitation> = {}): TeamInvitation {
  return {
    id: 'i1',
    email: 'siti@kopipagi.example',
    role: 'agent',
    sees: 'all',
    deviceIds: [],
    hidesNumbers: false,
    invitedBy: 'Farid Hakim',
    createdAt: '2026-11-01T00:00:00.000Z',
    expiresAt: '2035-12-04T00:00:00.000Z',
    ...given,
  }
}
