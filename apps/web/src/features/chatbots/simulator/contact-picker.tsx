import { type Contact, listContacts } from '@kirim/contract/contacts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Search } from 'lucide-react'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keyOf } from '#shared/api/query.ts'
import { type Page, requestPage } from '#shared/api/request.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { useDebounced } from '#shared/list/use-debounced.ts'
import { Input } from '#shared/ui/input.tsx'

const SHOWN = 20

interface ContactPickerProps {
  contact: Contact | null
  onChoose: (contact: Contact) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** Chooses a contact by name or number. */
export function ContactPicker({ contact, onChoose, ...box }: ContactPickerProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [search, setSearch] = useState('')
  const query = { limit: SHOWN, q: useDebounced(search.trim()) }
  const found = useQuery({
    queryKey: [...keyOf(listContacts, { query }), 'page'],
    queryFn: ({ signal }) => requestPage(listContacts, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
  const status = found.isError
    ? t('Failed to get contact list.')
    : statusOf(found.data, query.q, number, t)
  return (
    <div className="grid gap-2">
      <Input
        {...box}
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder={t('Search name or number')}
        leading={<Search aria-hidden="true" />}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        // Enter would try the message.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <ul className="max-h-48 overflow-y-auto rounded-md border p-1 empty:hidden">
        {found.data?.items.map((option) => (
          <li key={option._id}>
            <button
              type="button"
              aria-pressed={option._id === contact?._id}
              onClick={() => onChoose(option)}
              className="flex min-h-8 w-full items-center justify-between gap-3 rounded-md px-2 text-left text-sm hover:bg-accent aria-pressed:bg-accent aria-pressed:font-medium pointer-coarse:min-h-11"
            >
              <span className="min-w-0 truncate">{option.name}</span>
              <span className="tnum shrink-0 text-caption text-muted-foreground">
                {option.phoneNumber}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-xs text-muted-foreground">
        {status}
      </p>
    </div>
  )
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
