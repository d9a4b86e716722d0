import type { User } from '@kirim/contract/accounts'
import { useTranslation } from 'react-i18next'
import { textKey } from '#shared/i18n/text-key.ts'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'

const questions = {
  'make-admin': {
    title: textKey('Make Admin'),
    description: textKey(
      '{name} ({email}) will see and change every member, and may make other admins.',
    ),
    action: textKey('Make Admin'),
  },
  'revoke-admin': {
    title: textKey('Revoke Admin'),
    description: textKey('{name} ({email}) will lose access to these pages at once.'),
    action: textKey('Revoke Admin'),
  },
  delete: {
    title: textKey('Delete member'),
    description: textKey(
      '{name} ({email}) is deleted, with the numbers, contacts, media and campaigns of workspaces they are alone in. Workspaces with other people stay. This cannot be undone.',
    ),
    action: textKey('Delete'),
  },
}

export type UserAction = keyof typeof questions

interface UserQuestionProps {
  action: UserAction
  member: User
  open: boolean
  onOpenChange: (open: boolean) => void
  onConfirm: () => void
}

/** Asks before a role changes or a member is deleted [2.admin]. */
export function UserQuestion({ action, member, ...dialog }: UserQuestionProps) {
  const { t } = useTranslation()
  const { name, email } = member
  const question = questions[action]
  return (
    <ConfirmDialog
      {...dialog}
      title={t(question.title)}
      description={t(question.description, { name, email })}
      action={t(question.action)}
      destructive={action !== 'make-admin'}
    />
  )
}
