import type { ContactField } from '@kirim/contract/contact-details'
import type { Contact } from '@kirim/contract/contacts'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { useContactFields } from '#shared/message-editor/use-contact-fields.ts'

/** The columns of a list beside name and number. */
export interface MoreColumns {
  /** The field that the list is filtered by, else the first one; null without fields. */
  readonly field: ContactField | null
  /** A contact on the page has been messaged. */
  readonly hasAnswers: boolean
}

export function useMoreColumns(contacts: readonly Contact[], filteredBy: string): MoreColumns {
  const fields = useContactFields()
  return {
    field: fields.find(({ key }) => key === filteredBy) ?? fields[0] ?? null,
    hasAnswers: contacts.some(({ writtenAt, answeredAt }) => writtenAt ?? answeredAt),
  }
}

/** When a contact last answered: a time for today, else a date. */
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
