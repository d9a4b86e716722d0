import { inSteps } from '../../platform/database/in-steps.ts'
import type { Log } from '../../platform/log.ts'
import { createLeftovers } from '../../platform/nodes/leftovers.ts'
import type { Work } from '../../platform/nodes/work.ts'
import type { GroupDependents } from './contacts.ports.ts'
import type { GroupsRepository } from './groups.repository.ts'

interface GroupDeletionDeps {
  readonly groups: GroupsRepository
  readonly dependents: GroupDependents
  readonly work: Pick<Work, 'hold' | 'inTurn' | 'onLeft'>
  readonly log: Log
}

/** What a node holds while it erases one. */
const ERASING = 'deleted group'

/**
 * Deletes groups: a group is hidden at once, and its rows are deleted in short transactions, also
 * after a restart. Its contacts stay, and so do campaigns that used it.
 */
export function createGroupDeletion({ groups, dependents, work, log }: GroupDeletionDeps) {
  async function erase(id: string, signal?: AbortSignal): Promise<void> {
    await dependents.settled(id, signal)
    await inSteps(() => groups.eraseStep(id), signal)
  }

  async function finish(signal: AbortSignal): Promise<void> {
    for (const id of await groups.erasing()) {
      if (signal.aborted) return
      await work
        .hold(ERASING, id, () => erase(id, signal))
        .catch((err: unknown) => log.error({ err, groupId: id }, 'a group stays unerased'))
    }
  }

  const part = createLeftovers({
    name: 'groups being erased',
    work,
    finish,
    onFault: (err) => log.error({ err }, 'groups stay unerased'),
  })

  return {
    part,
    /** Throws `group_not_found`. */
    async delete(userId: string, id: string): Promise<void> {
      await groups.hide(userId, id, (tx) => dependents.leave(tx, id))
      await work.inTurn(ERASING, id, () => erase(id))
    },
  }
}

export type GroupDeletion = ReturnType<typeof createGroupDeletion>
