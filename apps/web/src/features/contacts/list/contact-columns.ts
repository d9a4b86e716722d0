import type { ContactField } from '@kirim/contract/contact-details'
import type { Contact } from '@kirim/contract/contacts'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { useContactFields } from '#shared/message-editor/use-contact-fields.ts'

/** What a list shows of its contacts beside name and number. */
export interface MoreColumns {
  /** The field that the list is filtered by, else the first; null where there are none. */
  readonly field: ContactField | null
  /** Somebody on the page has been written to. */
  readonly hasAnswers: boolean
}

export function useMoreColumns(contacts: readonly Contact[], filteredBy: string): MoreColumns {
  const fields = useContactFields()
  return {
    field: fields.find(({ key }) => key === filteredBy) ?? fields[0] ?? null,
    hasAnswers: contacts.some(({ writtenAt, answeredAt }) => writtenAt ?? answeredAt),
  }
}

/** When somebody answered last: a time today, else a day. */
export function useLastAnswer(): (contact: Contact) => string {
  const { t } = useTranslation()
  const { time, monthDay, date } = useFormat()
  return ({ writtenAt, answeredAt }) => {
    if (!answeredAt) return writtenAt ? t('none') : t('never messaged')
    const [at, now] = [new Date(answeredAt), new Date()]
    if (at.toDateString() === now.toDateString()) {
      return t('today, {time}', { time: time(answeredAt) })
    }
    return at.getFullYear() === now.getFullYear() ? monthDay(answeredAt) : date(at)
  }
}
