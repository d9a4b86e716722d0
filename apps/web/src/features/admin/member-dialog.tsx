import type { User } from '@kirim/contract/accounts'
import { PlanDialog } from './plan-dialog.tsx'
import { QuotasDialog } from './quotas-dialog.tsx'
import { ResetLinkDialog } from './reset-link-dialog.tsx'
import type { UserActions } from './use-user-actions.ts'
import { rightsOver } from './user-list.ts'
import { type Deed, UserQuestion } from './user-question.tsx'

/** What a row's menu leads to, and for whom. */
export interface MemberTask {
  what: Deed | 'plan' | 'quotas' | 'reset-link'
  member: User
}

interface MemberDialogProps {
  task: MemberTask
  self: Pick<User, '_id'>
  actions: UserActions
  open: boolean
  onClose: () => void
}

/**
 * The dialog of a task: a form, or the question before a deed.
 * Each time it is opened it is another.
 */
export function MemberDialog({ task, self, actions, open, onClose }: MemberDialogProps) {
  const { what, member } = task
  switch (what) {
    case 'plan':
      return (
        <PlanDialog
          member={member}
          open={open}
          allowed={rightsOver(member, self).changePlan}
          busy={actions.isBusy(member)}
          onClose={onClose}
          onUpdate={async (plan) => {
            if (await actions.setPlan(member, plan)) onClose()
          }}
        />
      )
    case 'quotas':
      return <QuotasDialog member={member} open={open} onClose={onClose} />
    case 'reset-link':
      return (
        <ResetLinkDialog member={member} open={open} onOpenChange={(next) => !next && onClose()} />
      )
    default:
      return (
        <UserQuestion
          question={{ deed: what, member }}
          open={open}
          onOpenChange={(next) => !next && onClose()}
          onConfirm={() => {
            onClose()
            if (what === 'delete') void actions.remove(member)
            else void actions.setRole(member, what === 'make-admin' ? 'admin' : 'user')
          }}
        />
      )
  }
}
