import { createBursts } from '../../../platform/bursts.ts'
import type { Part } from '../../../platform/lifecycle.ts'
import type { Work } from '../../../platform/nodes/work.ts'
import type { ChatNotice } from '../live/announce.ts'
import { newChatsOf } from '../rules/chat-rules.repository.ts'
import { giveOutInTurn, type InTurnDeps } from './in-turn.ts'

/** Soon after a message, so that many at once are one look. */
const LOOK_AFTER_MS = 200
/** Finds what waited while nobody was there, and what a killed node left. */
const LOOK_EVERY_MS = 30_000

interface TurnsDeps extends InTurnDeps {
  readonly work: Pick<Work, 'hold'>
  /** The workspaces that give out chats of all or some of their numbers in turn. */
  givingInTurn(): Promise<readonly string[]>
  announce(notice: ChatNotice): void
  onFault(error: unknown): void
}

/** Gives out chats that begin to wait, where a workspace or a number wants them given in turn. */
export function createTurns(deps: TurnsDeps) {
  const { clock, work, givingInTurn, announce, onFault } = deps
  const bursts = createBursts(clock, LOOK_AFTER_MS, onFault)
  let cancel = () => {}
  let running = Promise.resolve()
  let stopped = false

  async function giveOut(workspaceId: string): Promise<void> {
    for (const { entryId, ...chat } of await giveOutInTurn(deps, workspaceId)) {
      announce({ ...chat, entryIds: [entryId], wasAssignedTo: null })
    }
  }

  async function giveOutAll(): Promise<void> {
    for (const workspaceId of await givingInTurn()) await giveOut(workspaceId)
  }

  function lookLater(): void {
    cancel = clock.after(LOOK_EVERY_MS, () => {
      running = work
        .hold('chats', 'turns', giveOutAll)
        .then(() => {})
        .catch(onFault)
        .finally(() => {
          if (!stopped) lookLater()
        })
    })
  }

  const part: Part = {
    name: 'chats in turn',
    start: async () => lookLater(),
    async stop() {
      stopped = true
      cancel()
      await bursts.stop()
      await running
    },
  }

  return {
    part,
    /** A chat may have begun to wait: of one number, or of any of a workspace. */
    mayWait(workspaceId: string, deviceId: string | null = null): void {
      bursts.scheduleOnce(`${workspaceId} ${deviceId ?? ''}`, async () => {
        const place = deviceId && { workspaceId, deviceId }
        if (place && (await newChatsOf(deps.db, place)) !== 'in_turn') return
        await giveOut(workspaceId)
      })
    },
  }
}
