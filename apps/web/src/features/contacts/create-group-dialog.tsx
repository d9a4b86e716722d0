import type { ContactGroup } from '@kirim/contract/contacts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { useCreateGroup } from './use-create-group.ts'

interface CreateGroupDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onCreated: (group: ContactGroup) => void
}

export function CreateGroupDialog({ open, onOpenChange, onCreated }: CreateGroupDialogProps) {
  const { t } = useTranslation()
  const formId = useId()
  const group = useCreateGroup((created) => {
    onOpenChange(false)
    onCreated(created)
  })
  const close = (next: boolean) => {
    if (group.busy) return
    group.reset()
    onOpenChange(next)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t('Create group')}
      description={t('A campaign is sent to one group of contacts.')}
      footer={
        <>
          <Button onClick={() => close(false)} disabled={group.busy}>
            {t('Cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={group.busy}
            busyText={t('Creating...')}
          >
            {t('Create group')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={group.onSubmit} noValidate>
        <Field label={t('Group name')} error={group.error}>
          <Input
            {...group.field}
            maxLength={200}
            autoComplete="off"
            placeholder={t('e.g. Regular customers')}
          />
        </Field>
      </form>
    </Dialog>
  )
}
