import { inSteps } from '../../platform/database/in-steps.ts'
import type { Part } from '../../platform/lifecycle.ts'
import type { Log } from '../../platform/log.ts'
import type { GroupDependents } from './contacts.ports.ts'
import type { GroupsRepository } from './groups.repository.ts'

interface GroupDeletionDeps {
  readonly groups: GroupsRepository
  readonly dependents: GroupDependents
  readonly log: Log
}

/**
 * Deletes groups: a group is hidden at once, and its rows are deleted in short transactions, also
 * after a restart. Its contacts stay, and so do campaigns that used it.
 */
export function createGroupDeletion({ groups, dependents, log }: GroupDeletionDeps) {
  const stopping = new AbortController()
  let finishing: Promise<void> = Promise.resolve()

  async function erase(id: string, signal?: AbortSignal): Promise<void> {
    await dependents.settled(id, signal)
    await inSteps(() => groups.eraseStep(id), signal)
  }

  async function finishStarted(): Promise<void> {
    for (const id of await groups.erasing()) {
      if (stopping.signal.aborted) return
      await erase(id, stopping.signal).catch((err: unknown) =>
        log.error({ err, groupId: id }, 'a group stays unerased'),
      )
    }
  }

  const part: Part = {
    name: 'groups being erased',
    async start() {
      finishing = finishStarted().catch((err: unknown) =>
        log.error({ err }, 'groups stay unerased'),
      )
    },
    async stop() {
      stopping.abort()
      await finishing
    },
  }

  return {
    part,
    /** Throws `group_not_found`. */
    async delete(userId: string, id: string): Promise<void> {
      await groups.hide(userId, id, (tx) => dependents.leave(tx, id))
      await erase(id)
    },
  }
}

export type GroupDeletion = ReturnType<typeof createGroupDeletion>
