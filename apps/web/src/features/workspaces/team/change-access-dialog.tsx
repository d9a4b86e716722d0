import type { MemberAccess, TeamMember } from '@kirim/contract/team'
import type { Workspace } from '@kirim/contract/workspaces'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog, type FormInDialog } from '#shared/forms/form-dialog.tsx'
import { useReportDirty } from '#shared/forms/use-close-question.tsx'
import { AccessFields } from '../access/access-fields.tsx'
import {
  changeableAccess,
  givableAccess,
  isSameAccess,
  lacksNumbers,
} from '../access/access-values.ts'
import { useChangeAccess } from './use-team-actions.ts'

interface ChangeAccessDialogProps {
  person: TeamMember
  workspace: Workspace
  open: boolean
  onClose: () => void
}

/** Changes what a person may do and see. Needs a new key for each use. */
export function ChangeAccessDialog(props: ChangeAccessDialogProps) {
  const { person, open, onClose } = props
  const { t } = useTranslation()
  const { mutate, isPending } = useChangeAccess(onClose)
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="medium"
      title={t('What {name} may do', { name: person.name })}
      description={t('It takes effect at once.')}
      action={t('Save Changes')}
      busy={isPending}
      busyText={t('Saving...')}
    >
      {(inDialog) => (
        <AccessForm
          {...inDialog}
          {...props}
          busy={isPending}
          onSave={(access) => mutate({ person, access })}
        />
      )}
    </FormDialog>
  )
}

interface AccessFormProps extends FormInDialog, ChangeAccessDialogProps {
  busy: boolean
  onSave: (access: MemberAccess) => void
}

function AccessForm({ id, onDirty, person, workspace, busy, onSave }: AccessFormProps) {
  const [start] = useState(() => givableAccess(changeableAccess(person), workspace))
  const [access, setAccess] = useState(start)
  const [tried, setTried] = useState(false)
  useReportDirty(!isSameAccess(access, start), onDirty)
  return (
    <form
      id={id}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!lacksNumbers(access)) onSave(access)
      }}
    >
      <AccessFields
        value={access}
        onChange={setAccess}
        disabled={busy}
        giver={workspace}
        lacksNumbers={tried && lacksNumbers(access)}
      />
    </form>
  )
}
