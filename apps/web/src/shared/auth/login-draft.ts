import { parseJson } from '#shared/api/parse-json.ts'
import { draftKey, removeDraft, writeDraft } from '#shared/forms/drafts.ts'
import { tabStore } from '#shared/storage/text-store.ts'

const key = draftKey('login', null)

/** The e-mail typed in this tab before signing in; never the password. */
export const loginDraft = {
  read(): string {
    const draft = parseJson(tabStore.get(key) ?? '') as { email?: unknown } | undefined
    return typeof draft?.email === 'string' ? draft.email : ''
  },
  write(email: string): void {
    if (email) writeDraft(key, { email })
    else removeDraft(key)
  },
  forget: () => removeDraft(key),
}
