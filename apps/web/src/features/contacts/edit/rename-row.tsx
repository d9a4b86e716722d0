import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { Button } from '#shared/ui/button.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { useContactsRefresh } from '../contact-queries.ts'

interface RenameRowProps {
  name: string
  maxLength: number
  onRename: (name: string) => Promise<unknown>
  onClose: () => void
}

/** A name in a list while it is being changed, in its place. */
export function RenameRow({ name, maxLength, onRename, onClose }: RenameRowProps) {
  const { t } = useTranslation()
  const refresh = useContactsRefresh()
  const [typed, setTyped] = useState(name)
  const saving = useSingleMutation({
    mutationFn: onRename,
    onSuccess: async () => {
      await refresh()
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === name) onClose()
    else saving.mutate(typed.trim())
  }
  return (
    <form
      onSubmit={submit}
      noValidate
      data-own-escape=""
      className="flex flex-wrap items-start gap-2 py-1"
    >
      <Field
        label={t('New name of {name}', { name })}
        error={saving.error ? messageOf(saving.error, t('Failed to rename it.')) : undefined}
        className="min-w-40 flex-1"
      >
        <Input
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onClose()
          }}
          autoFocus
          autoComplete="off"
          maxLength={maxLength}
        />
      </Field>
      <div className="flex gap-1 pt-6">
        <Button type="submit" busy={saving.isPending} busyText={t('Saving...')}>
          {t('Save')}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
