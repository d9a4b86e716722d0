import type { AdminWorkspace } from '@kirim/contract/admin'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { QuotasDialog } from './quotas-dialog.tsx'
import type { WorkspaceActions } from './use-workspace-actions.ts'

/** A dialog opened from a row's menu, and its workspace. */
export interface WorkspaceTask {
  what: 'plan' | 'quotas' | 'delete'
  workspace: AdminWorkspace
}

interface WorkspaceDialogProps {
  task: WorkspaceTask
  actions: WorkspaceActions
  open: boolean
  onClose: () => void
}

/** The dialog of a task. Its state is reset each time it opens. */
export function WorkspaceDialog({ task, actions, open, onClose }: WorkspaceDialogProps) {
  const { what, workspace } = task
  const { id, name, owners, membershipPlan } = workspace
  switch (what) {
    case 'plan':
      return (
        <PlanDialog
          of={{
            name,
            email: (owners.find((owner) => owner.id === id) ?? owners[0])?.email ?? '',
            membershipPlan,
          }}
          open={open}
          allowed={!workspace.keepsPlan}
          busy={actions.isBusy(workspace)}
          onClose={onClose}
          onUpdate={async (plan) => {
            if (await actions.setPlan(workspace, plan)) onClose()
          }}
        />
      )
    case 'quotas':
      return (
        <QuotasDialog
          of={{ what: 'workspace', id, name, membershipPlan }}
          open={open}
          onClose={onClose}
        />
      )
    case 'delete':
      return (
        <DeleteQuestion
          workspace={workspace}
          open={open}
          onClose={onClose}
          onConfirm={() => {
            onClose()
            void actions.remove(workspace)
          }}
        />
      )
  }
}

interface DeleteQuestionProps extends Pick<WorkspaceDialogProps, 'open' | 'onClose'> {
  workspace: AdminWorkspace
  onConfirm: () => void
}

/** Says what goes with a workspace, and what stays. */
function DeleteQuestion({ workspace, open, onClose, onConfirm }: DeleteQuestionProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { name, people, numbers } = workspace
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('Delete {workspace}?', { workspace: name })}
      description={t(
        'Its numbers are disconnected, and its contacts, campaigns, chatbots and media are deleted for everybody in it. This cannot be undone.',
      )}
      consequences={[
        [
          t('{n} numbers', { count: numbers, n: number(numbers) }),
          t('{n} people', { count: people, n: number(people) }),
        ].join(' · '),
        t('Its people keep their accounts and their other workspaces.'),
      ]}
      action={t('Delete the workspace')}
      onConfirm={onConfirm}
    />
  )
}
