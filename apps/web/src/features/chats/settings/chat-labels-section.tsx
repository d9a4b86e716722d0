import {
  type ChatLabel,
  changeChatLabel,
  createChatLabel,
  deleteChatLabel,
  LABEL_COLOURS,
  listChatLabels,
} from '@kirim/contract/chat-labels'
import { NAME_MAX_LENGTH } from '@kirim/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { EntryDialog } from '#shared/forms/entry-dialog.tsx'
import { TextField } from '#shared/forms/text-field.tsx'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { CardSection } from '#shared/ui/card.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Select } from '#shared/ui/select.tsx'
import { LabelDot } from '../labels/label-dot.tsx'
import { useColourNames } from '../labels/use-colour-names.ts'
import { useChatLabels } from '../use-chat-labels.ts'

/** What is open: a new label, one that is changed, or the question before one is deleted. */
type Opened =
  | { readonly what: 'add' }
  | { readonly what: 'change' | 'delete'; readonly label: ChatLabel }

/** The labels that the workspace puts on chats. */
export function ChatLabelsSection() {
  const { t } = useTranslation()
  const { labels } = useChatLabels()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  return (
    <CardSection>
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-caption font-medium">{t('Labels')}</h3>
        <Button size="sm" onClick={() => setOpened({ what: 'add' })}>
          <Plus aria-hidden="true" />
          {t('Add a label')}
        </Button>
      </div>
      {labels.length === 0 ? (
        <p className="mt-1 text-xs text-muted-foreground">
          {t('A label says what a chat is about, and filters the list.')}
        </p>
      ) : (
        <ul className="mt-2 divide-y">
          {labels.map((label) => (
            <li key={label.id} className="flex items-center gap-2 py-1">
              <LabelDot colour={label.colour} />
              <span className="min-w-0 flex-1 truncate">{label.name}</span>
              <Button
                size="icon"
                variant="ghost"
                aria-label={t('Change {name}', { name: label.name })}
                onClick={() => setOpened({ what: 'change', label })}
              >
                <Pencil aria-hidden="true" />
              </Button>
              <Button
                size="icon"
                variant="ghost"
                aria-label={t('Delete {name}', { name: label.name })}
                onClick={() => setOpened({ what: 'delete', label })}
              >
                <Trash2 aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {opened?.what === 'add' && <LabelDialog label={null} onClose={close} />}
      {opened?.what === 'change' && <LabelDialog label={opened.label} onClose={close} />}
      {opened?.what === 'delete' && <DeleteQuestion label={opened.label} onClose={close} />}
    </CardSection>
  )
}

function useReadAgain() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: keyOf(listChatLabels) })
}

function LabelDialog({ label, onClose }: { label: ChatLabel | null; onClose: () => void }) {
  const { t } = useTranslation()
  const readAgain = useReadAgain()
  const { name, colour } = label ?? { name: '', colour: LABEL_COLOURS[0] }
  return (
    <EntryDialog
      open
      onClose={onClose}
      schema={createChatLabel.body}
      defaultValues={{ name, colour }}
      title={label ? t('Change the label') : t('Add a label')}
      description={t('Everybody who sees a chat sees its labels.')}
      action={t('Save')}
      busyText={t('Saving...')}
      send={(body) =>
        label
          ? request(changeChatLabel, { params: { id: label.id }, body })
          : request(createChatLabel, { body })
      }
      onSent={readAgain}
      onFailed={readAgain}
      failure={t('The label was not saved. Please try again.')}
    >
      <TextField name="name" label={t('Name')} maxLength={NAME_MAX_LENGTH} />
      <ColourField />
    </EntryDialog>
  )
}

function ColourField() {
  const { t } = useTranslation()
  const names = useColourNames()
  const { field } = useController<Pick<ChatLabel, 'colour'>, 'colour'>({ name: 'colour' })
  return (
    <Field label={t('Colour')}>
      <Select
        value={field.value}
        icon={<LabelDot colour={field.value} />}
        options={LABEL_COLOURS.map((value) => ({ value, label: names[value] }))}
        onValueChange={field.onChange}
        onBlur={field.onBlur}
      />
    </Field>
  )
}

function DeleteQuestion({ label, onClose }: { label: ChatLabel; onClose: () => void }) {
  const { t } = useTranslation()
  const readAgain = useReadAgain()
  const remove = useSingleMutation({
    mutationFn: () => request(deleteChatLabel, { params: { id: label.id } }),
    onSettled: async () => {
      onClose()
      await readAgain()
    },
    onError: (error) => {
      toast({
        title: messageOf(error, t('The label was not deleted. Please try again.')),
        tone: 'error',
      })
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Delete the label {name}?', { name: label.name })}
      description={t('It is taken off all chats. What they say of it stays.')}
      action={t('Delete')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined)}
    />
  )
}
