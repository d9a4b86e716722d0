/** Business constants and limits: docs/requirements/9-limits.md, and decisions. */
export const PASSWORD_LENGTH = { min: 8, max: 200 } as const
/**
 * Within so many minutes of signing in, a change of the password does not ask for the current one.
 */
export const FRESH_SIGN_IN_MINUTES = 10
export const INVITATION_DAYS = 7
export const RESET_LINK_HOURS = 24
/** Of setup codes and the tokens of links, as they come in. */
export const SECRET_MAX_LENGTH = 100
export const NAME_MAX_LENGTH = 200
export const EMAIL_MAX_LENGTH = 254
export const MEDIA_MAX_BYTES = 10 * 1024 * 1024
export const SPREADSHEET_MAX_BYTES = 20 * 1024 * 1024
export const CONTACT_ROWS_MAX = 100_000
export const CAMPAIGN_MEDIA_MAX = 3
export const CAPTION_MAX_LENGTH = 10_000
export const INTERVAL_SECONDS = { min: 4, max: 60, defaultMin: 5, defaultMax: 10 } as const

export const MEMBERSHIP_PLANS = ['Free', 'Basic', 'Pro'] as const
export type MembershipPlan = (typeof MEMBERSHIP_PLANS)[number]

const DEVICES_BY_PLAN: ReadonlyMap<string, number> = new Map([
  ['free', 1],
  ['basic', 3],
  ['pro', 5],
])

/**
 * How many devices a plan may have connected at once;
 * without regard to case, 1 when unknown [6.limit].
 */
export function deviceLimitOf(plan: string): number {
  return DEVICES_BY_PLAN.get(plan.toLowerCase()) ?? 1
}

export const PRESENCE_DELAY_MAX_SECONDS = 25
export const KEYWORDS_MAX = 100
export const KEYWORD_MAX_LENGTH = 200
/**
 * Of all items of a number together:
 * room for 1,000 items with 20 keywords, or with 10 of 25 characters.
 */
export const NUMBER_KEYWORDS_MAX = 20_000
/** Of all items of a number together, as they are compared. */
export const NUMBER_KEYWORD_CHARACTERS_MAX = 250_000
export const CHATBOT_ITEMS_MAX = 1000
/** Of one account: what is on the sandbox network is in no quota. */
export const SANDBOX_PHONES_MAX = 50
export const SANDBOX_PICTURES_MAX = 200
