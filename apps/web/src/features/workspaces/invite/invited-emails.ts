import { INVITED_AT_ONCE_MAX } from '@kirim/contract/limits'
import { InvitedEmail } from '@kirim/contract/team'
import type { Keywords } from '#shared/forms/keywords.ts'

/** What people put between e-mails, also in a list that was copied from a mail or a sheet. */
export const EMAIL_SEPARATOR = /[,;\s]+/

/** `Aina Sofea <aina@example.com>` gives the e-mail in it. */
const ANGLED = /^<(.+)>$/

/**
 * Completes the unfinished e-mail; the same one twice counts once. Names beside e-mails in angle
 * brackets are dropped.
 */
export function completeEmails({ words, typing }: Keywords): string[] {
  const given = [...words, typing].map((word) => word.trim()).filter(Boolean)
  const named = given.some((word) => ANGLED.test(word))
  const found = new Map<string, string>()
  for (const word of given) {
    const email = word.replace(ANGLED, '$1')
    const isName = named && !email.includes('@')
    if (!isName && !found.has(email.toLowerCase())) found.set(email.toLowerCase(), email)
  }
  return [...found.values()]
}

export type EmailProblem = 'invalid' | 'member' | 'invited'

/** Why somebody cannot be invited at this e-mail; null when they can. */
export function emailProblem(
  email: string,
  known: { people: ReadonlySet<string>; invited: ReadonlySet<string> },
): EmailProblem | null {
  const parsed = InvitedEmail.safeParse(email)
  if (!parsed.success) return 'invalid'
  const key = parsed.data.toLowerCase()
  if (known.people.has(key)) return 'member'
  return known.invited.has(key) ? 'invited' : null
}

export function isTooMany(emails: readonly string[]): boolean {
  return emails.length > INVITED_AT_ONCE_MAX
}
