import type { SandboxMessage } from '@kirim/contract/sandbox'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDialog, type FormInDialog } from '#shared/forms/form-dialog.tsx'
import { useReportDirty } from '#shared/forms/use-close-question.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Menu, MenuItem } from '#shared/ui/menu.tsx'
import { Textarea } from '#shared/ui/textarea.tsx'
import { useContactChanges } from './use-contact-changes.ts'
import type { ChatPlace } from './use-sandbox.ts'

/** The actions that the viewer of a message may take. */
export interface MessageRights {
  edits: boolean
  /**
   * In whose name it is deleted for everyone: '' for its author, else the number of a group member.
   */
  deletesAs: string
}

interface MessageActionsProps {
  place: ChatPlace
  message: SandboxMessage
  rights: MessageRights
}

/** Edits a message or deletes it for everyone, as its contact could. */
export function MessageActions({ place, message, rights }: MessageActionsProps) {
  const { t } = useTranslation()
  const { edit, erase } = useContactChanges(place)
  const [open, setOpen] = useState(false)
  const { deletesAs } = rights
  const about = message.text.slice(0, 40) || t('Message')
  return (
    <>
      <Menu
        trigger={
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={t('Actions for {name}', { name: about })}
            className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100"
          >
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      >
        {rights.edits && (
          <MenuItem icon={Pencil} onSelect={() => setOpen(true)}>
            {t('Edit...')}
          </MenuItem>
        )}
        <MenuItem
          icon={Trash2}
          onSelect={() =>
            erase.mutate({ messageId: message.id, ...(deletesAs && { author: deletesAs }) })
          }
        >
          {t('Delete for everyone')}
        </MenuItem>
      </Menu>
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('Edit message')}
        description={t(
          'If you edit a message before the chatbot answers it, the chatbot answers the edited text.',
        )}
        action={t('Save')}
        busy={edit.isPending}
        busyText={t('Saving...')}
      >
        {(inDialog) => (
          <EditForm
            {...inDialog}
            text={message.text}
            onSubmit={(text) =>
              edit.mutate({ messageId: message.id, text }, { onSuccess: () => setOpen(false) })
            }
          />
        )}
      </FormDialog>
    </>
  )
}

interface EditFormProps extends FormInDialog {
  text: string
  onSubmit: (text: string) => void
}

function EditForm({ id, onDirty, text, onSubmit }: EditFormProps) {
  const { t } = useTranslation()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { text } })
  useReportDirty(formState.isDirty, onDirty)
  const { text: problem } = formState.errors
  return (
    <form id={id} noValidate onSubmit={handleSubmit((typed) => onSubmit(typed.text.trim()))}>
      <Field label={t('Message')} error={problem && t('Write something.')}>
        <Textarea
          {...register('text', { validate: (typed) => typed.trim() !== '' })}
          rows={4}
          maxLength={10_000}
        />
      </Field>
    </form>
  )
}
