import type { User } from '@kirim/contract/accounts'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'

export type UserAction = 'make-admin' | 'revoke-admin' | 'delete'

/** The action to confirm and its member. */
interface Question {
  deed: UserAction
  member: User
}

interface UserQuestionProps {
  question: Question
  open: boolean
  onOpenChange: (open: boolean) => void
  onConfirm: () => void
}

/** Asks before a role changes or a member is deleted [2.admin]. */
export function UserQuestion({ question, open, onOpenChange, onConfirm }: UserQuestionProps) {
  const words = useQuestionTexts(question)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.title}
      description={<span className="wrap-anywhere">{words.description}</span>}
      action={words.action}
      destructive={question.deed !== 'make-admin'}
      onConfirm={onConfirm}
    />
  )
}

function useQuestionTexts({ deed, member: { name, email } }: Question) {
  const { t } = useTranslation()
  switch (deed) {
    case 'make-admin':
      return {
        title: t('Make Admin'),
        description: t(
          '{name} ({email}) will see and change every member, and may make other admins.',
          { name, email },
        ),
        action: t('Make Admin'),
      }
    case 'revoke-admin':
      return {
        title: t('Revoke Admin'),
        description: t('{name} ({email}) will lose access to these pages at once.', {
          name,
          email,
        }),
        action: t('Revoke Admin'),
      }
    case 'delete':
      return {
        title: t('Delete member'),
        description: t(
          '{name} ({email}) is deleted with all numbers, contacts, media and campaigns. This cannot be undone.',
          { name, email },
        ),
        action: t('Delete'),
      }
  }
}
