import type { EventArgs, ServerEventName } from '@kirim/contract/realtime'
import type { Server } from 'socket.io'
import type { createEventPositions } from './event-positions.ts'
import { type Reach, roomsFor, type Sight } from './rooms.ts'

interface Sending {
  readonly reach: Reach
  readonly sight: Sight
  readonly deviceIds: readonly string[] | null
  readonly from: Pick<Server, 'to'>
}

/** Sends an event to those of a workspace who may receive it, on all nodes or on this one. */
export function createSendEvent(io: Server, positions: ReturnType<typeof createEventPositions>) {
  return <E extends ServerEventName>(
    workspaceId: string,
    event: E,
    args: EventArgs<E>,
    { reach = 'all', sight = 'all', deviceIds = null, from = io }: Partial<Sending> = {},
  ): void => {
    positions.advance(workspaceId)
    from.to(roomsFor(workspaceId, event, { reach, sight, deviceIds })).emit(event, ...args)
  }
}
