import { randomBytes } from 'node:crypto'
import { sameText } from '../../platform/crypto/same-text.ts'
import type { Sign } from '../../platform/crypto/signer.ts'

const COOKIE = 'kirim_known'
/** As long as browsers keep a cookie. */
const COOKIE_MAX_AGE_SECONDS = 400 * 24 * 60 * 60
/** The most accounts that one browser is remembered for. */
const ACCOUNTS_MAX = 5
const ENTRY = /^([\w-]{22})\.([\w-]{22})$/

/**
 * Recognises a browser that an account has signed in with, by a cookie with one signed entry per
 * account. The cookie grants no access; it only keeps the failed attempts of this browser apart
 * from those of strangers.
 */
export function createKnownBrowsers(sign: Sign, { secure }: { secure: boolean }) {
  const signatureOf = (personId: string, id: string) => sign('known browser', personId, id)

  function isOf(personId: string, entry: string): boolean {
    const [, id = '', signature = ''] = entry.match(ENTRY) ?? []
    return id !== '' && sameText(signature, signatureOf(personId, id))
  }

  return {
    /** The id by which the account knows this browser; null when it has not signed in with it. */
    idFor(personId: string, cookieHeader: string | undefined): string | null {
      const entry = entriesIn(cookieHeader).find((candidate) => isOf(personId, candidate))
      return entry?.match(ENTRY)?.[1] ?? null
    },

    /** The `Set-Cookie` after a sign-in: the account first, then the others of this browser. */
    cookieFor(personId: string, cookieHeader: string | undefined): string {
      const entries = entriesIn(cookieHeader)
      const own = entries.find((entry) => isOf(personId, entry)) ?? newEntry(personId)
      const newest = [own, ...entries.filter((entry) => entry !== own)].slice(0, ACCOUNTS_MAX)
      return [
        `${COOKIE}=${newest.join('~')}`,
        'Path=/api/users',
        `Max-Age=${COOKIE_MAX_AGE_SECONDS}`,
        'HttpOnly',
        'SameSite=Strict',
        ...(secure ? ['Secure'] : []),
      ].join('; ')
    },
  }

  function newEntry(personId: string): string {
    const id = randomBytes(16).toString('base64url')
    return `${id}.${signatureOf(personId, id)}`
  }
}

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>

function entriesIn(cookieHeader: string | undefined): string[] {
  const cookie = cookieHeader
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${COOKIE}=`))
  const entries = cookie?.slice(COOKIE.length + 1).split('~') ?? []
  return entries.filter((entry) => ENTRY.test(entry)).slice(0, ACCOUNTS_MAX)
}
