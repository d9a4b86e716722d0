import { listContactTags, TAG_MAX_LENGTH } from '@kirim/contract/contact-details'
import type { Contact } from '@kirim/contract/contacts'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { Button } from '#shared/ui/button.tsx'
import { Input } from '#shared/ui/input.tsx'
import { PanelSection } from './panel-section.tsx'
import { usePanelChanges } from './use-panel-changes.ts'

/** The tags of a contact; each change is saved at once. */
export function PanelTags({ contact }: { contact: Contact }) {
  const { t } = useTranslation()
  const change = usePanelChanges(contact._id)
  const names = (contact.tags ?? []).map(({ name }) => name)
  const save = (tags: string[]) => change.mutate({ tags })
  return (
    <PanelSection title={t('Tags')}>
      <div className="flex flex-wrap items-center gap-2">
        {names.length > 0 && (
          <ul aria-label={t('Tags')} className="contents">
            {names.map((name) => (
              <li
                key={name}
                className="flex h-7 items-center rounded-[6px] bg-neutral-soft pl-2 text-caption text-neutral-ink pointer-coarse:h-9"
              >
                {name}
                <button
                  type="button"
                  aria-label={t('Remove the tag {tag}', { tag: name })}
                  disabled={change.isPending}
                  onClick={() => save(names.filter((other) => other !== name))}
                  className="grid size-7 place-items-center rounded-[6px] hover:bg-accent pointer-coarse:size-9"
                >
                  <X className="size-3.5" aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <NewTag onAdd={(name) => save([...names, name])} />
      </div>
    </PanelSection>
  )
}

function NewTag({ onAdd }: { onAdd: (name: string) => void }) {
  const { t } = useTranslation()
  const known = useQuery(callQuery(listContactTags)).data ?? []
  const listId = useId()
  const [name, setName] = useState<string | null>(null)
  if (name === null) {
    return (
      <Button variant="ghost" size="sm" onClick={() => setName('')}>
        <Plus aria-hidden="true" />
        {t('Tag')}
      </Button>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) onAdd(name.trim())
    setName(null)
  }
  return (
    <form onSubmit={submit} className="flex items-center gap-1">
      <Input
        aria-label={t('New tag')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        list={listId}
        autoFocus
        autoComplete="off"
        maxLength={TAG_MAX_LENGTH}
        className="w-40"
      />
      <datalist id={listId}>
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
