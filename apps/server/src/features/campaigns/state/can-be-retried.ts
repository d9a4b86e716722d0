/** Another attempt at these reasons could help. */
const BEFORE_IT_LEFT: readonly string[] = ['not_on_whatsapp']

/**
 * Whether somebody who failed for this reason can be written to again. What nobody refused may have
 * arrived: it is not written again, as nobody gets a message twice.
 */
export function canBeRetried(reason: string | null): boolean {
  return reason !== null && (BEFORE_IT_LEFT.includes(reason) || /^refused_/.test(reason))
}
