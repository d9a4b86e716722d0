import type { User } from '@kirim/contract/accounts'
import { PlanDialog } from './plan-dialog.tsx'
import { QuotasDialog } from './quotas-dialog.tsx'
import { ResetLinkDialog } from './reset-link-dialog.tsx'
import type { UserActions } from './use-user-actions.ts'
import { permissionsOn } from './user-list.ts'
import { type UserAction, UserQuestion } from './user-question.tsx'

/** A dialog opened from a row's menu, and its member. */
export interface MemberTask {
  what: UserAction | 'plan' | 'quotas' | 'reset-link'
  member: User
}

interface MemberDialogProps {
  task: MemberTask
  self: Pick<User, '_id'>
  actions: UserActions
  open: boolean
  onClose: () => void
}

/** The dialog of a task: a form or a confirmation. Its state is reset each time it opens. */
export function MemberDialog({ task, self, actions, open, onClose }: MemberDialogProps) {
  const { what, member } = task
  switch (what) {
    case 'plan':
      return (
        <PlanDialog
          of={member}
          open={open}
          allowed={permissionsOn(member, self).changePlan}
          busy={actions.isBusy(member)}
          onClose={onClose}
          onUpdate={async (plan) => {
            if (await actions.setPlan(member, plan)) onClose()
          }}
        />
      )
    case 'quotas':
      return (
        <QuotasDialog
          of={{
            what: 'member',
            id: member._id,
            name: member.name,
            membershipPlan: member.membershipPlan,
          }}
          open={open}
          onClose={onClose}
        />
      )
    case 'reset-link':
      return <ResetLinkDialog member={member} open={open} onClose={onClose} />
    default:
      return (
        <UserQuestion
          action={what}
          member={member}
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
