import { NUMBER_CHECK_DAYS } from '@kirim/contract/limits'

const DAY_MS = 24 * 60 * 60_000

/** What the network said of a number, not too long ago. */
export interface KnownCheck {
  readonly isOnWhatsApp: boolean
  readonly jid: string | null
  readonly deviceName: string
  readonly checkedAt: number
}

/** Checks from then on are remembered; earlier ones mean nothing any more. */
export function rememberedFrom(now: number): number {
  return now - NUMBER_CHECK_DAYS * DAY_MS
}
