import type { KeyedLock } from '../../platform/lock.ts'
import type { Log } from '../../platform/log.ts'
import { createLeftovers } from '../../platform/nodes/leftovers.ts'
import type { Work } from '../../platform/nodes/work.ts'
import type { GroupDependents } from './contacts.ports.ts'
import type { FieldsRepository } from './details/fields.repository.ts'
import type { TagsRepository } from './details/tags.repository.ts'
import type { GroupsRepository } from './groups.repository.ts'

interface HiddenDeps {
  readonly groups: GroupsRepository
  readonly dependents: GroupDependents
  readonly fields: FieldsRepository
  readonly tags: TagsRepository
  /** By workspace, so that no import stores values meanwhile. */
  readonly storeInTurn: KeyedLock
  readonly work: Pick<Work, 'hold' | 'inTurn' | 'onLeft'>
  readonly log: Log
}

type Lease = 'deleted group' | 'deleted field' | 'deleted tag'

/** Something whose rows are deleted in short transactions. */
interface Erasable {
  erasing(): Promise<string[]>
  erase(id: string, signal?: AbortSignal): Promise<void>
}

/**
 * Deletes groups, fields and tags: each is hidden at once, and its rows are deleted in short
 * transactions, also after a restart. Contacts stay, and so do campaigns that used a group.
 */
export function createDeletion({ groups, dependents, ...deps }: HiddenDeps) {
  const { fields, tags, storeInTurn, work, log } = deps
  /** By the name of the lease that a node holds while it erases one. */
  const erasables: Record<Lease, Erasable> = {
    'deleted group': {
      erasing: () => groups.erasing(),
      async erase(id, signal) {
        await dependents.settled(id, signal)
        await groups.erase(id, signal)
      },
    },
    'deleted field': fields,
    'deleted tag': tags,
  }

  const erase = (lease: Lease, id: string) =>
    work.inTurn(lease, id, () => erasables[lease].erase(id))

  async function finish(signal: AbortSignal): Promise<void> {
    for (const [lease, { erasing, erase }] of Object.entries(erasables)) {
      for (const id of await erasing()) {
        if (signal.aborted) return
        await work
          .hold(lease, id, () => erase(id, signal))
          .catch((err: unknown) => log.error({ err, lease, id }, 'something stays unerased'))
      }
    }
  }

  return {
    part: createLeftovers({
      name: 'groups, fields and tags being erased',
      work,
      finish,
      onFault: (err) => log.error({ err }, 'groups, fields or tags stay unerased'),
    }),
    /** Throws `group_not_found`. */
    async group(workspaceId: string, id: string): Promise<void> {
      await groups.hide(workspaceId, id, (tx) => dependents.leave(tx, id))
      await erase('deleted group', id)
    },
    /** Waits for an import under way. Throws `contact_field_not_found`. */
    field: (workspaceId: string, id: string): Promise<void> =>
      storeInTurn(workspaceId, async () => {
        await fields.hide(workspaceId, id)
        await erase('deleted field', id)
      }),
    /** Waits for an import under way. Throws `contact_tag_not_found`. */
    tag: (workspaceId: string, id: string): Promise<void> =>
      storeInTurn(workspaceId, async () => {
        await tags.hide(workspaceId, id)
        await erase('deleted tag', id)
      }),
  }
}

export type ContactDeletion = ReturnType<typeof createDeletion>
