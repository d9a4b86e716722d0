import { listContactTags, TAG_MAX_LENGTH } from '@kirim/contract/contact-details'
import type { Contact } from '@kirim/contract/contacts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { Button } from '#shared/ui/button.tsx'
import { Input } from '#shared/ui/input.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { Chip } from './chip.tsx'
import { useContactChange } from './contact-queries.ts'
import { addingChip, Nothing, SheetSection } from './sheet-section.tsx'

/** The tags of a contact; each change is saved at once. */
export function SheetTags({ contact }: { contact: Contact }) {
  const { t } = useTranslation()
  const mayWrite = useMay('contacts:write')
  const change = useContactChange(contact._id)
  const names = (contact.tags ?? []).map(({ name }) => name)
  const save = (tags: string[]) => change.mutate({ tags })
  return (
    <SheetSection title={t('Tags')}>
      {names.length === 0 && !mayWrite && <Nothing>{t('No tags yet.')}</Nothing>}
      <ul className="flex flex-wrap gap-1.5">
        {names.map((name) => (
          <Chip
            key={name}
            name={name}
            disabled={change.isPending}
            removeLabel={t('Remove the tag {tag}', { tag: name })}
            {...(mayWrite && { onRemove: () => save(names.filter((other) => other !== name)) })}
          />
        ))}
        {mayWrite && (
          <li>
            <NewTag onAdd={(name) => save([...names, name])} />
          </li>
        )}
      </ul>
    </SheetSection>
  )
}

function NewTag({ onAdd }: { onAdd: (name: string) => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const known = useQuery({ ...callQuery(listContactTags), enabled: name !== null }).data ?? []
  const list = useId()
  const close = () => {
    flushSync(() => setName(null))
    button.current?.focus()
  }
  if (name === null) {
    return (
      <button ref={button} type="button" className={addingChip} onClick={() => setName('')}>
        <Plus className="size-3" aria-hidden="true" />
        {t('Tag')}
      </button>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) onAdd(name.trim())
    close()
  }
  return (
    <form onSubmit={submit} className="flex items-center gap-1">
      <Input
        aria-label={t('New tag')}
        value={name}
        list={list}
        maxLength={TAG_MAX_LENGTH}
        autoComplete="off"
        autoFocus
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // Leaves the field, not the sheet.
          event.preventDefault()
          event.stopPropagation()
          close()
        }}
        className="h-8 w-36"
      />
      <datalist id={list}>
        {known.map((tag) => (
          <option key={tag.id} value={tag.name} />
        ))}
      </datalist>
      <Button type="submit" size="sm">
        {t('Add')}
      </Button>
    </form>
  )
}
