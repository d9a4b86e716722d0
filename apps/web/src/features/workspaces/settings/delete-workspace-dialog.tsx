import { deleteWorkspace, type Workspace } from '@kirim/contract/workspaces'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { FormDialog } from '#shared/forms/form-dialog.tsx'
import { toast } from '#shared/toast/toast.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { useGoElsewhere } from './use-go-elsewhere.ts'

interface DeleteWorkspaceDialogProps {
  workspace: Workspace
  open: boolean
  onClose: () => void
}

/** Deletes the workspace of this tab; its name must be typed. Needs a new key for each use. */
export function DeleteWorkspaceDialog({ workspace, open, onClose }: DeleteWorkspaceDialogProps) {
  const { t } = useTranslation()
  const { name } = workspace
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const goElsewhere = useGoElsewhere()
  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: (given: string) => request(deleteWorkspace, { body: { name: given } }),
    onSuccess: async () => {
      onClose()
      await goElsewhere()
      toast({ title: t('{workspace} is deleted.', { workspace: name }), tone: 'success' })
    },
  })
  const isWrong = typed.trim() !== name
  const refusedName = error instanceof ApiError && error.code === 'workspace_name_wrong'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isWrong) mutate(typed.trim())
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('Delete {workspace}?', { workspace: name })}
      description={t(
        'Its numbers are disconnected, and its contacts, campaigns, chatbots and media are deleted for everybody in it. This cannot be undone.',
      )}
      action={t('Delete the workspace')}
      danger
      busy={isPending}
      busyText={t('Deleting...')}
    >
      {({ id }) => (
        <form id={id} noValidate onSubmit={submit} className="grid gap-4">
          {error && !refusedName && (
            <Alert title={messageOf(error, t('Nothing was deleted. Please try again.'))} />
          )}
          <Field
            label={t('Type the name of the workspace')}
            hint={<span className="wrap-anywhere">{name}</span>}
            error={
              (tried && isWrong) || refusedName
                ? t('This is not its name: {workspace}', { workspace: name })
                : undefined
            }
          >
            <Input
              value={typed}
              maxLength={500}
              autoComplete="off"
              spellCheck={false}
              disabled={isPending}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        </form>
      )}
    </FormDialog>
  )
}
