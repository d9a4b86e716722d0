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

const deleteSome = textKey('Nothing is left. Delete some, or ask an admin for more.')

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
    whenFull: textKey('Nothing is left until a campaign has finished. An admin can give more.'),
  },
  recipients: {
    title: textKey('People in campaigns'),
    inSentence: textKey('people in campaigns'),
    whenFull: textKey('Nothing is left. Delete campaigns that are over, or ask an admin for more.'),
  },
  groupPlaces: {
    title: textKey('Places in groups'),
    inSentence: textKey('places in groups'),
    whenFull: deleteSome,
  },
  optOuts: {
    title: textKey('Opt-out entries'),
    inSentence: textKey('opt-out entries'),
    whenFull: textKey('Nothing is left. An admin can give more.'),
  },
  chatbotItems: {
    title: textKey('Chatbot items'),
    inSentence: textKey('chatbot items'),
    whenFull: deleteSome,
  },
  callsToday: {
    title: textKey('API and AI calls today'),
    inSentence: textKey('calls today'),
    whenFull: textKey('Nothing is left today. The next day begins at midnight UTC.'),
  },
}
