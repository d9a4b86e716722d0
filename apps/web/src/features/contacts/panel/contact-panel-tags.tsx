import type { Contact } from '@kirim/contract/contacts'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { TagInput } from '../selection/tag-input.tsx'
import { PanelSection, usePanelChanges } from './panel-section.tsx'

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
                className="flex h-7 items-center rounded-[6px] bg-neutral-soft px-2 text-caption text-neutral-ink has-[button]:pr-0 pointer-coarse:h-9"
              >
                {name}
                <Allowed to="contacts:write">
                  <button
                    type="button"
                    aria-label={t('Remove the tag {tag}', { tag: name })}
                    disabled={change.isPending}
                    onClick={() => save(names.filter((other) => other !== name))}
                    className="grid size-7 place-items-center rounded-[6px] hover:bg-accent pointer-coarse:size-9"
                  >
                    <X className="size-3.5" aria-hidden="true" />
                  </button>
                </Allowed>
              </li>
            ))}
          </ul>
        )}
        <Allowed to="contacts:write" otherwise={names.length === 0 && <NoTags />}>
          <NewTag onAdd={(name) => save([...names, name])} />
        </Allowed>
      </div>
    </PanelSection>
  )
}

function NoTags() {
  const { t } = useTranslation()
  return <p className="text-caption text-muted-foreground">{t('No tags yet.')}</p>
}

function NewTag({ onAdd }: { onAdd: (name: string) => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => setName(null))
    button.current?.focus()
  }
  if (name === null) {
    return (
      <Button
        ref={button}
        variant="ghost"
        size="sm"
        className="first:-ml-2.5"
        onClick={() => setName('')}
      >
        <Plus aria-hidden="true" />
        {t('Tag')}
      </Button>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) onAdd(name.trim())
    close()
  }
  return (
    <form onSubmit={submit} data-own-escape="" className="flex items-center gap-1">
      <TagInput
        aria-label={t('New tag')}
        value={name}
        onValue={setName}
        autoFocus
        // Escape leaves the field, not the panel.
        onKeyDown={(event) => {
          if (event.key === 'Escape') close()
        }}
        className="w-40"
      />
      <Button type="submit" size="sm">
        {t('Add')}
      </Button>
    </form>
  )
}
