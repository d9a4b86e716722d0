import type { Server, Socket } from 'socket.io'
import { createBursts } from '../bursts.ts'
import type { Clock } from '../clock.ts'
import type { Part } from '../lifecycle.ts'
import { ANSWER_WITHIN_MS, type OtherNodes } from './other-nodes.ts'
import { memberRoom, presenceRoom, teamRoom } from './rooms.ts'
import { callerOf } from './sign-ins.ts'

/** Browsers that only load a page again are neither gone nor back. */
const TELL_AFTER_MS = 3000
const STORE_LEFT_AFTER_MS = 1000
const STORE_EVERY_MS = 5 * 60_000

/** A person of a workspace. */
export interface Member {
  readonly workspaceId: string
  readonly personId: string
}

interface PresenceDeps {
  readonly io: Server
  readonly others: OtherNodes
  readonly clock: Clock
  /** Stores that these people were there at this time. */
  storeSeen(members: readonly Member[], at: number): Promise<void>
  onFault(error: unknown): void
}

/**
 * Who of a workspace is there now: whose browsers are connected, to any node. Nothing is stored
 * while somebody is there, but when they were last seen, every five minutes for all at once.
 */
export function createPresence({ io, others, clock, storeSeen, onFault }: PresenceDeps) {
  const news = createBursts(clock, TELL_AFTER_MS, onFault)
  const stores = createBursts(clock, STORE_LEFT_AFTER_MS, onFault)
  /** Who has left and is not stored yet, by their room. */
  const left = new Map<string, Member>()
  /** Whom the browsers of a workspace were last told of, on this node. */
  const told = new Map<string, string>()
  let cancelStore = () => {}

  const sizeOf = (room: string) => io.sockets.adapter.rooms.get(room)?.size ?? 0

  /** The people of a workspace who are connected to this node. */
  function here(workspaceId: string): Set<string> {
    const ids = io.sockets.adapter.rooms.get(presenceRoom(workspaceId)) ?? []
    const sockets = [...ids].flatMap((id) => io.sockets.sockets.get(id) ?? [])
    return new Set(sockets.map((socket) => callerOf(socket).personId))
  }

  others.onAsked('present', async (workspaceId) => [...here(workspaceId)])

  function changed(workspaceId: string): void {
    news.scheduleOnce(workspaceId, async () => {
      const now = [...here(workspaceId)].sort().join(' ')
      if (now === (told.get(workspaceId) ?? '')) return
      if (now) told.set(workspaceId, now)
      else told.delete(workspaceId)
      io.to(teamRoom(workspaceId)).emit('team_changed')
    })
  }

  function leave(member: Member): void {
    left.set(memberRoom(member.workspaceId, member.personId), member)
    stores.scheduleOnce('left', storeLeft)
    changed(member.workspaceId)
  }

  async function storeLeft(): Promise<void> {
    const members = [...left.values()]
    left.clear()
    if (members.length > 0) await storeSeen(members, clock.now())
  }

  async function storeAll(): Promise<void> {
    const members = new Map<string, Member>()
    for (const socket of io.sockets.sockets.values()) {
      const member = memberOf(socket)
      if (member) members.set(memberRoom(member.workspaceId, member.personId), member)
    }
    if (members.size > 0) await storeSeen([...members.values()], clock.now())
  }

  function storeInTurn(): void {
    cancelStore = clock.after(STORE_EVERY_MS, () => {
      storeAll().catch(onFault)
      storeInTurn()
    })
  }

  const part: Part = {
    name: 'presence',
    start: async () => storeInTurn(),
    /** Called once all browsers are disconnected. */
    async stop() {
      cancelStore()
      await news.stop()
      await stores.stop()
      await storeLeft()
    },
  }

  return {
    part,
    /** A browser has connected, and joined its rooms. */
    joined(socket: Socket): void {
      const member = memberOf(socket)
      if (!member) return
      changed(member.workspaceId)
      socket.once('disconnect', () => {
        if (sizeOf(memberRoom(member.workspaceId, member.personId)) === 0) leave(member)
      })
    },
    /** On all nodes that answer in time. */
    async present(workspaceId: string): Promise<ReadonlySet<string>> {
      const elsewhere = await others.ask('present', workspaceId, ANSWER_WITHIN_MS)
      return new Set([...here(workspaceId), ...elsewhere.flat()])
    },
  }
}

function memberOf(socket: Socket): Member | null {
  const { personId, membership } = callerOf(socket)
  return membership && { workspaceId: membership.workspaceId, personId }
}
