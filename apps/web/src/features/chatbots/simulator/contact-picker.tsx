import { type Contact, listContacts } from '@kirim/contract/contacts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keyOf } from '#shared/api/query.ts'
import { type Page, requestPage } from '#shared/api/request.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { useDebounced } from '#shared/list/use-debounced.ts'
import { Combobox } from '#shared/ui/combobox.tsx'

const SHOWN = 20

interface ContactPickerProps {
  contact: Contact | null
  onChoose: (contact: Contact | null) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** Chooses a contact by name or number. */
export function ContactPicker({ contact, onChoose, ...box }: ContactPickerProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [search, setSearch] = useState('')
  const query = { limit: SHOWN, q: useDebounced(search) }
  const found = useQuery({
    queryKey: [...keyOf(listContacts, { query }), 'page'],
    queryFn: ({ signal }) => requestPage(listContacts, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
  const options = found.data?.items.map(toOption) ?? []
  return (
    <Combobox
      {...box}
      chosen={contact && toOption(contact)}
      onChoose={(option) => onChoose(option?.contact ?? null)}
      onSearch={setSearch}
      options={options}
      outdated={found.isPlaceholderData || query.q !== search}
      status={
        found.isError ? t('Failed to get contact list.') : statusOf(found.data, query.q, number, t)
      }
      placeholder={t('Search name or number')}
    />
  )
}

function toOption(contact: Contact) {
  return { id: contact._id, label: contact.name, detail: contact.phoneNumber, contact }
}

function statusOf(
  page: Page<Contact[]> | undefined,
  q: string,
  number: (value: number) => string,
  t: TFunction,
): string {
  if (!page) return t('Loading contacts...')
  // Searches with very many results are not counted.
  if (page.total === null && page.next !== null) {
    return t('More than {n} contacts. Type to search.', { n: number(page.items.length) })
  }
  const total = page.total ?? page.items.length
  if (total === 0 && q !== '') return t('No name or number here matches the search.')
  if (total === 0) return t('Your contact list is empty.')
  if (total === 1) return t('1 contact found.')
  return total > page.items.length
    ? t('{n} of {total} contacts. Type to search.', {
        n: number(page.items.length),
        total: number(total),
      })
    : t('{n} contacts found.', { n: number(total) })
}
