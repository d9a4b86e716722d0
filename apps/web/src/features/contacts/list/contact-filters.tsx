import { listContactTags } from '@kirim/contract/contact-details'
import { useQuery } from '@tanstack/react-query'
import { ListFilter, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { useContactFields } from '#shared/message-editor/use-contact-fields.ts'
import { Button } from '#shared/ui/button.tsx'
import { lazyDialog } from '#shared/ui/lazy-dialog.tsx'
import type { Narrowing } from './use-contact-view.ts'

const FilterDialog = lazyDialog(
  async () => (await import('./filter-dialog.tsx')).FilterDialog,
  ({ open }) => open,
)

interface FiltersProps {
  narrowing: Narrowing
  onNarrow: (narrowing: Narrowing) => void
}

/** Tags and fields to filter by. */
function useNames() {
  const tags = useQuery(callQuery(listContactTags)).data ?? []
  return { tags, fields: useContactFields() }
}

/** Filters the list by a tag and a field; hidden while there are none. */
export function FilterButton({ narrowing, onNarrow }: FiltersProps) {
  const { t } = useTranslation()
  const names = useNames()
  const [open, setOpen] = useState(false)
  if (names.tags.length === 0 && names.fields.length === 0) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <ListFilter aria-hidden="true" />
        {t('Filter')}
      </Button>
      <FilterDialog
        open={open}
        narrowing={narrowing}
        {...names}
        onNarrow={onNarrow}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

/** The active filters, each with a button to remove it. */
export function ActiveFilters({ narrowing, onNarrow }: FiltersProps) {
  const { t } = useTranslation()
  const { tags, fields } = useNames()
  const { tag, field, value } = narrowing
  const label = fields.find(({ key }) => key === field)?.label ?? field
  const shown = [
    tag && {
      key: 'tag',
      text: t('Tag: {tag}', { tag: tags.find(({ id }) => id === tag)?.name ?? t('deleted') }),
      left: { ...narrowing, tag: '' },
    },
    field && {
      key: 'field',
      text: value
        ? t('{field}: {value}', { field: label, value })
        : t('{field} is filled', { field: label }),
      left: { ...narrowing, field: '', value: '' },
    },
  ].filter((one) => one !== '')
  if (shown.length === 0) return null
  return (
    <ul aria-label={t('Filter')} className="flex w-full flex-wrap gap-1.5">
      {shown.map(({ key, text, left }) => (
        <li
          key={key}
          className="flex min-h-7 max-w-full items-center rounded-[6px] bg-neutral-soft pl-2 text-caption text-neutral-ink pointer-coarse:min-h-9"
        >
          <span className="min-w-0 py-1 wrap-anywhere">{text}</span>
          <button
            type="button"
            aria-label={t('Remove the filter {filter}', { filter: text })}
            onClick={() => onNarrow(left)}
            className="grid size-7 shrink-0 place-items-center rounded-[6px] hover:bg-accent pointer-coarse:size-9"
          >
            <X className="size-3.5" aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
