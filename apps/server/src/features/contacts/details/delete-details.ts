import { setImmediate } from 'node:timers/promises'
import { inSteps } from '../../../platform/database/in-steps.ts'
import type { KeyedLock } from '../../../platform/lock.ts'
import type { Log } from '../../../platform/log.ts'
import { createLeftovers } from '../../../platform/nodes/leftovers.ts'
import type { Work } from '../../../platform/nodes/work.ts'
import type { FieldsRepository } from './fields.repository.ts'
import type { TagsRepository } from './tags.repository.ts'

interface DetailsDeletionDeps {
  readonly fields: FieldsRepository
  readonly tags: TagsRepository
  /** By user: no import stores values meanwhile. */
  readonly storeInTurn: KeyedLock
  readonly work: Pick<Work, 'hold' | 'inTurn' | 'onLeft'>
  readonly log: Log
}

/** What a node holds while it erases one. */
const FIELD = 'deleted field'
const TAG = 'deleted tag'

/**
 * Deletes fields and tags: hidden at once, then erased from all contacts in short transactions,
 * also after a restart.
 */
export function createDetailsDeletion({
  fields,
  tags,
  storeInTurn,
  work,
  log,
}: DetailsDeletionDeps) {
  async function eraseField(id: string, signal?: AbortSignal): Promise<void> {
    for (let after: string | null = ''; after !== null && !signal?.aborted; ) {
      after = await fields.eraseStep(id, after)
      await setImmediate()
    }
  }

  const eraseTag = (id: string, signal?: AbortSignal) => inSteps(() => tags.eraseStep(id), signal)

  const part = createLeftovers({
    name: 'fields and tags being erased',
    work,
    async finish(signal) {
      for (const id of await fields.erasing()) {
        await work.hold(FIELD, id, () => eraseField(id, signal))
      }
      for (const id of await tags.erasing()) await work.hold(TAG, id, () => eraseTag(id, signal))
    },
    onFault: (err) => log.error({ err }, 'fields or tags stay unerased'),
  })

  return {
    part,
    /** Waits for an import under way. Throws `contact_field_not_found`. */
    field: (userId: string, id: string): Promise<void> =>
      storeInTurn(userId, async () => {
        await fields.hide(userId, id)
        await work.inTurn(FIELD, id, () => eraseField(id))
      }),
    /** The same of a tag. Throws `contact_tag_not_found`. */
    tag: (userId: string, id: string): Promise<void> =>
      storeInTurn(userId, async () => {
        await tags.hide(userId, id)
        await work.inTurn(TAG, id, () => eraseTag(id))
      }),
  }
}

export type DetailsDeletion = ReturnType<typeof createDetailsDeletion>
