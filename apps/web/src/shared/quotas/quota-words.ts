import type { QuotaName } from '@kirim/contract/quotas'
import { textKey } from '#shared/i18n/text-key.ts'

interface QuotaWords {
  /** The title. */
  title: string
  /** Completes '92% of …'. */
  inSentence: string
  /** What to do when the quota is full. */
  whenFull: string
}

const deleteSome = textKey('Limit reached. Delete some, or ask an admin for more.')

/** Translation keys of each quota. */
export const quotaWords: Readonly<Record<QuotaName, QuotaWords>> = {
  contacts: {
    title: textKey('Contacts'),
    inSentence: textKey('contacts'),
    whenFull: deleteSome,
  },
  mediaBytes: {
    title: textKey('Media'),
    inSentence: textKey('media'),
    whenFull: deleteSome,
  },
  campaigns: {
    title: textKey('Campaigns'),
    inSentence: textKey('campaigns'),
    whenFull: deleteSome,
  },
  peopleWaiting: {
    title: textKey('People waiting'),
    inSentence: textKey('people waiting'),
    whenFull: textKey('Limit reached until a campaign finishes. An admin can raise it.'),
  },
  recipients: {
    title: textKey('People in campaigns'),
    inSentence: textKey('people in campaigns'),
    whenFull: textKey('Limit reached. Delete finished campaigns, or ask an admin for more.'),
  },
  groupPlaces: {
    title: textKey('Group memberships'),
    inSentence: textKey('group memberships'),
    whenFull: deleteSome,
  },
  optOuts: {
    title: textKey('Opt-out entries'),
    inSentence: textKey('opt-out entries'),
    whenFull: textKey('Limit reached. An admin can raise it.'),
  },
  chatbotItems: {
    title: textKey('Chatbot items'),
    inSentence: textKey('chatbot items'),
    whenFull: deleteSome,
  },
  callsToday: {
    title: textKey('API and AI calls today'),
    inSentence: textKey('calls today'),
    whenFull: textKey('Limit reached for today. It resets at midnight UTC.'),
  },
}
