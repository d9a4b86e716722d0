import type { PreflightPreview } from '@kirim/contract/campaign-preflight'
import type { Caller } from '../../../platform/caller.ts'
import type { SecretBox } from '../../../platform/crypto/secret-box.ts'
import { DomainError } from '../../../platform/errors.ts'

type Asking = Pick<Caller, 'workspaceId' | 'hidesNumbers'>

const contextOf = ({ workspaceId }: Asking) => `test person ${workspaceId}`

/**
 * Names the person of a preview to somebody who does not see their number, so that a test can be
 * for them.
 */
export function sealPeople(
  box: SecretBox,
  caller: Asking,
  previews: readonly PreflightPreview[],
): PreflightPreview[] {
  if (!caller.hidesNumbers) return [...previews]
  return previews.map((preview) => {
    const sealed = box.seal(preview.person.phoneNumber, contextOf(caller))
    return { ...preview, person: { ...preview.person, sealed } }
  })
}

/** The number of a person who was named so. Throws `test_person_gone`. */
export function openPerson(box: SecretBox, caller: Asking, named: string): string {
  if (!caller.hidesNumbers) return named
  try {
    return box.open(named, contextOf(caller))
  } catch {
    throw new DomainError('test_person_gone')
  }
}
