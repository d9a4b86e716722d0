import { Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import type { ChatSelection } from '../chat-queries.ts'
import { useSavedViews, useViewChanges } from './view-queries.ts'

const NAME_MAX_LENGTH = 100

interface ViewsDialogProps {
  open: boolean
  /** What the list shows now. */
  shown: ChatSelection
  onClose: () => void
}

/** Saves what the list shows now as a view of the reader, and removes such views. */
export function ViewsDialog({ open, shown, onClose }: ViewsDialogProps) {
  const { t } = useTranslation()
  const form = useId()
  const views = useSavedViews()
  const { save, remove } = useViewChanges()
  const [name, setName] = useState('')
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('Saved views')}
      description={t('A view keeps its queue and filters. Only you see it.')}
      footer={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button type="submit" form={form} variant="primary" disabled={name.trim() === ''}>
            {t('Save this view')}
          </Button>
        </>
      }
    >
      {views.length > 0 && (
        <ul className="mb-3">
          {views.map((saved) => (
            <li key={saved.id} className="flex items-center gap-2 border-b py-1">
              <span className="min-w-0 flex-1 truncate">{saved.name}</span>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={t('Remove {name}', { name: saved.name })}
                onClick={() => remove.mutate(saved.id)}
              >
                <Trash2 aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate({ ...shown, name: name.trim() })
          setName('')
          onClose()
        }}
      >
        <Field label={t('Name')}>
          <Input
            value={name}
            maxLength={NAME_MAX_LENGTH}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
