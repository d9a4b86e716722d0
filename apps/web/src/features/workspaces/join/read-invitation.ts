import type { ResponseOf } from '@kirim/contract/call'
import type { readTeamInvitation } from '@kirim/contract/team'

/** What an invitation is to. */
export type ReadInvitation = ResponseOf<typeof readTeamInvitation>
