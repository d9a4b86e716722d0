import type { Campaign } from '../campaign/stored-campaign.ts'
import type { LearnResolved } from '../campaigns.ports.ts'
import type { NumberChecksRepository } from '../recipients/number-checks.repository.ts'
import type { Recipient } from '../recipients/recipient-moves.ts'
import { finish, type SendDeps } from './send-to-recipient.ts'

/** Prevents a burst of look-ups of numbers that are not on the network. */
const ABSENT_NUMBER_PAUSE_MS = 300
/** Nobody is asked; others are served in between. */
const KNOWN_ABSENT_PAUSE_MS = 5

export interface IdentityDeps extends SendDeps {
  readonly checks: NumberChecksRepository
  readonly learnResolved: LearnResolved
}

/** Whom a number is on the network; who is not there has failed. */
export function createIdentityOf(deps: IdentityDeps) {
  const { clock } = deps

  /**
   * Looked up before the gap, so that a number that is not on the network delays nobody. For such a
   * number, the time in milliseconds to rest.
   */
  async function identityOf(campaign: Campaign, recipient: Recipient): Promise<string | number> {
    if (recipient.jid) return recipient.jid
    const { userId, phoneNumber } = recipient
    const known = await deps.checks.find(userId, phoneNumber, clock.now())
    if (known && !known.isOnWhatsApp) {
      const params = { device: known.deviceName, at: new Date(known.checkedAt).toISOString() }
      const why = { reason: 'not_on_whatsapp', params, isNews: false }
      await finish(deps, recipient, 'failed', why)
      return KNOWN_ABSENT_PAUSE_MS
    }
    const jid = known?.jid ?? (await deps.outgoing.resolve(campaign.deviceId, phoneNumber))
    if (!jid) {
      const params = { device: campaign.deviceName }
      await finish(deps, recipient, 'failed', { reason: 'not_on_whatsapp', params })
      return ABSENT_NUMBER_PAUSE_MS
    }
    await deps.ledger.keepJid(recipient.id, jid)
    if (!known) await remember(campaign, recipient, jid)
    return jid
  }

  /** Only that somebody is there: who is not there now may be when their owner tries again. */
  async function remember(
    { deviceName }: Campaign,
    { userId, phoneNumber }: Recipient,
    jid: string,
  ): Promise<void> {
    await deps.checks.keep([{ userId, phoneNumber, jid }], { deviceName, now: clock.now() })
    await deps.learnResolved({ userId, phoneNumber, jid })
  }

  return identityOf
}
