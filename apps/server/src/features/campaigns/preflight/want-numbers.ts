import { DomainError } from '../../../platform/errors.ts'
import { editedOf } from '../save/estimate-campaign.ts'
import { createPeopleCount } from './count-people.ts'
import { knownOf } from './known-of-page.ts'
import type { NumberChecksRepository } from './number-checks.repository.ts'
import { peopleInPages, sourceOf } from './people-pages.ts'
import type { PreflightDeps } from './run-preflight.ts'

interface WantNumbersDeps extends PreflightDeps {
  readonly checks: NumberChecksRepository
}

/**
 * Writes down which people of a campaign are to be looked for: those whom it would reach, and of
 * whom nothing is known; or those who were absent when last asked. Throws as `runPreflight` does.
 */
export async function wantNumbers(
  deps: WantNumbersDeps,
  userId: string,
  deviceId: string,
  form: {
    readonly contactGroupId: string
    readonly campaignId?: string | undefined
    readonly absent: boolean
  },
  signal: AbortSignal,
): Promise<void> {
  const edited = await editedOf(deps, userId, deviceId, form.campaignId)
  const { source } = await sourceOf(deps, userId, form.contactGroupId, edited)
  const count = createPeopleCount()
  const now = deps.clock.now()
  for await (const page of peopleInPages(deps.db, deps.groups, { userId, deviceId }, source, now)) {
    if (signal.aborted) throw new DomainError('request_timeout')
    const known = await knownOf(deps, userId, page)
    const wanted = page.filter((person) => {
      const reason = count.add(person, known)
      if (form.absent) return reason === 'notOnWhatsApp'
      return reason === null && person.check === null
    })
    await deps.checks.want(
      userId,
      deviceId,
      wanted.map(({ phoneNumber }) => phoneNumber),
    )
  }
}
