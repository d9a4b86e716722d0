import type { QuotaName } from '@kirim/contract/quotas'
import { textKey } from '#shared/i18n/text-key.ts'

interface QuotaWords {
  /** As the title of a line. */
  title: string
  /** Within '92% of …'. */
  inSentence: string
  /** What helps once nothing is left. */
  whenFull: string
}

const deleteSome = textKey('Nothing is left. Delete some, or ask an admin for more.')

/** To be translated where they are shown. */
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
