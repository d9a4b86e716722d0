/** The limits of the product, from docs/requirements/9-limits.md and the decisions. */
export const PASSWORD_LENGTH = { min: 8, max: 200 } as const
export const INVITATION_DAYS = 7
export const RESET_LINK_HOURS = 24
/** The longest accepted setup code or link token. */
export const SECRET_MAX_LENGTH = 100
export const NAME_MAX_LENGTH = 200
/** The maximum number of people invited with one request. */
export const INVITED_AT_ONCE_MAX = 50
/** The maximum number of workspaces that a person owns. */
export const OWNED_WORKSPACES_MAX = 20
/** The maximum number of people in a workspace, with those who are invited. */
export const TEAM_MAX = 500
export const EMAIL_MAX_LENGTH = 254
export const MEDIA_MAX_BYTES = 10 * 1024 * 1024
/** The largest file of a chat that is fetched by itself, and the largest that a click fetches. */
export const CHAT_FILE_FETCHED_MAX_BYTES = 16 * 1024 * 1024
export const CHAT_FILE_MAX_BYTES = 100 * 1024 * 1024
export const SPREADSHEET_MAX_BYTES = 20 * 1024 * 1024
export const CONTACT_ROWS_MAX = 100_000
/** The maximum number of refused rows of a file that are listed; all are counted. */
export const ROW_ERRORS_MAX = 1000
export const CAMPAIGN_MEDIA_MAX = 3
export const CAPTION_MAX_LENGTH = 10_000
/** The maximum number of further devices of a campaign. */
export const FURTHER_DEVICES_MAX = 9
/** The maximum number of further wordings of a campaign. */
export const VARIANTS_MAX = 3
/** The maximum number of times that the people of a preview can be redrawn. */
export const PREVIEW_DRAWS = 20
/** How long the result of a number check is cached. */
export const NUMBER_CHECK_DAYS = 7
/** The maximum number of hand-filled groups of an account. */
export const GROUPS_MAX = 5000
/** The maximum number of saved texts of an account. */
export const SAVED_TEXTS_MAX = 200
/** The maximum number of notes about a person. */
export const PERSON_NOTES_MAX = 50
export const INTERVAL_SECONDS = { min: 4, max: 60, defaultMin: 5, defaultMax: 10 } as const

export const MEMBERSHIP_PLANS = ['Free', 'Basic', 'Pro'] as const
export type MembershipPlan = (typeof MEMBERSHIP_PLANS)[number]

const DEVICES_BY_PLAN: ReadonlyMap<string, number> = new Map([
  ['free', 1],
  ['basic', 3],
  ['pro', 5],
])

/**
 * The number of devices a plan may have connected at once; ignores case, 1 for an unknown plan
 * [6.limit].
 */
export function deviceLimitOf(plan: string): number {
  return DEVICES_BY_PLAN.get(plan.toLowerCase()) ?? 1
}

export const PRESENCE_DELAY_MAX_SECONDS = 25
export const KEYWORDS_MAX = 100
export const KEYWORD_MAX_LENGTH = 200
/** The keywords of all items of a number: enough for 1,000 items with 20 keywords each. */
export const NUMBER_KEYWORDS_MAX = 20_000
/**
 * The characters of all keywords of a number, normalised: enough for 1,000 items with 10 keywords
 * of 25 characters each.
 */
export const NUMBER_KEYWORD_CHARACTERS_MAX = 250_000
export const CHATBOT_ITEMS_MAX = 1000
/** Per account: the sandbox network is not part of any quota. */
export const SANDBOX_PHONES_MAX = 50
export const SANDBOX_PICTURES_MAX = 200
