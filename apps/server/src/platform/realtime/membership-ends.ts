import type { Server } from 'socket.io'
import type { RequestsInFlight } from '../http/in-flight.ts'
import { ANSWER_WITHIN_MS, type OtherNodes } from './other-nodes.ts'
import { memberRoom, personRoom, presenceRoom } from './rooms.ts'

interface MembershipEndsDeps {
  readonly io: Server
  readonly others: OtherNodes
  readonly inFlight: Pick<RequestsInFlight, 'membershipChanged'>
}

/** Makes what a person may do or see in a workspace count at once, on all nodes. */
export function createMembershipEnds({ io, others, inFlight }: MembershipEndsDeps) {
  others.onAsked('membership_changed', async (member) => {
    inFlight.membershipChanged(...fromMemberId(member))
    return true
  })

  return async (workspaceId: string, personId: string | null): Promise<void> => {
    inFlight.membershipChanged(workspaceId, personId)
    const room = personId === null ? presenceRoom(workspaceId) : memberRoom(workspaceId, personId)
    // Also where the person is in another workspace: the list of theirs has changed.
    io.to(personId === null ? room : personRoom(personId)).emit('account_changed')
    io.in(room).disconnectSockets(true)
    await others.ask('membership_changed', memberId(workspaceId, personId), ANSWER_WITHIN_MS)
  }
}

/** Ids contain no spaces. */
const memberId = (workspaceId: string, personId: string | null) =>
  personId === null ? workspaceId : `${workspaceId} ${personId}`

function fromMemberId(member: string): [workspaceId: string, personId: string | null] {
  const [workspaceId = '', personId = null] = member.split(' ')
  return [workspaceId, personId]
}
