import { setImmediate } from 'node:timers/promises'
import { inSteps } from '../../../platform/database/in-steps.ts'
import type { Part } from '../../../platform/lifecycle.ts'
import type { KeyedLock } from '../../../platform/lock.ts'
import type { Log } from '../../../platform/log.ts'
import type { FieldsRepository } from './fields.repository.ts'
import type { TagsRepository } from './tags.repository.ts'

interface DetailsDeletionDeps {
  readonly fields: FieldsRepository
  readonly tags: TagsRepository
  /** By user: no import stores values meanwhile. */
  readonly storeInTurn: KeyedLock
  readonly log: Log
}

/**
 * Deletes fields and tags: hidden at once, then erased from all contacts in short transactions,
 * also after a restart.
 */
export function createDetailsDeletion({ fields, tags, storeInTurn, log }: DetailsDeletionDeps) {
  const stopping = new AbortController()
  let finishing: Promise<void> = Promise.resolve()

  async function eraseField(id: string): Promise<void> {
    for (let after: string | null = ''; after !== null && !stopping.signal.aborted; ) {
      after = await fields.eraseStep(id, after)
      await setImmediate()
    }
  }

  const eraseTag = (id: string) => inSteps(() => tags.eraseStep(id), stopping.signal)

  async function finishStarted(): Promise<void> {
    for (const id of await fields.erasing()) await eraseField(id)
    for (const id of await tags.erasing()) await eraseTag(id)
  }

  const part: Part = {
    name: 'fields and tags being erased',
    async start() {
      finishing = finishStarted().catch((err: unknown) =>
        log.error({ err }, 'fields or tags stay unerased'),
      )
    },
    async stop() {
      stopping.abort()
      await finishing
    },
  }

  return {
    part,
    /** Waits for an import under way. Throws `contact_field_not_found`. */
    field: (userId: string, id: string): Promise<void> =>
      storeInTurn(userId, async () => {
        await fields.hide(userId, id)
        await eraseField(id)
      }),
    /** The same of a tag. Throws `contact_tag_not_found`. */
    tag: (userId: string, id: string): Promise<void> =>
      storeInTurn(userId, async () => {
        await tags.hide(userId, id)
        await eraseTag(id)
      }),
  }
}

export type DetailsDeletion = ReturnType<typeof createDetailsDeletion>
