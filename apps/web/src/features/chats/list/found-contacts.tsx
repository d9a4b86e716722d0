import { listContacts } from '@kirim/contract/contacts'
import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { keyOf } from '#shared/api/query.ts'
import { requestPage } from '#shared/api/request.ts'
import { useDebounced } from '#shared/list/use-debounced.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { PhoneNumber } from '#shared/ui/phone-number.tsx'
import { useHidesNumbers } from '#shared/workspace/workspace-context.ts'

const LISTED = 5

/** Contacts whose name or number has what was typed; choosing one fills in the number. */
export function FoundContacts() {
  const { t } = useTranslation()
  const hidesNumbers = useHidesNumbers()
  const { setValue } = useFormContext()
  const typed: string = useWatch({ name: 'phoneNumber' }) ?? ''
  const q = useDebounced(typed.trim())
  const query = { q, limit: LISTED }
  const { data } = useQuery({
    queryKey: keyOf(listContacts, query),
    queryFn: ({ signal }) => requestPage(listContacts, { query }, { signal }),
    // A number that is hidden cannot be filled in.
    enabled: q.length > 1 && !hidesNumbers,
  })
  const found = (q.length > 1 ? (data?.items ?? []) : []).filter(
    ({ phoneNumber }) => phoneNumber !== q,
  )
  if (found.length === 0) return null
  return (
    <ul aria-label={t('Contacts')} className="rounded-md border p-1">
      {found.map(({ _id, name, phoneNumber }) => (
        <li key={_id}>
          <button
            type="button"
            onClick={() => setValue('phoneNumber', phoneNumber, { shouldDirty: true })}
            className="flex min-h-11 w-full items-center gap-2.5 rounded-md px-2 text-left hover:bg-accent"
          >
            <Avatar name={name} size="sm" />
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <span className="tnum text-caption text-muted-foreground">
              <PhoneNumber number={phoneNumber} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
