import type { TeamMember } from '@kirim/contract/team'
import type { Workspace } from '@kirim/contract/workspaces'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import { LeaveDialog } from '../settings/leave-dialog.tsx'
import { ChangeAccessDialog } from './change-access-dialog.tsx'
import { useHandOver, useMakeOwner, useRemovePerson } from './use-team-actions.ts'

export type PersonTask = 'change' | 'make-owner' | 'hand-over' | 'remove' | 'leave'

interface PersonDialogProps {
  person: TeamMember
  workspace: Workspace
  open: boolean
  onClose: () => void
}

/** The dialog of a task. Needs a new key for each use. */
export function PersonDialog({ task, ...props }: PersonDialogProps & { task: PersonTask }) {
  if (task === 'change') return <ChangeAccessDialog {...props} />
  if (task === 'make-owner') return <MakeOwnerDialog {...props} />
  if (task === 'hand-over') return <HandOverDialog {...props} />
  if (task === 'leave') return <LeaveDialog {...props} />
  return <RemoveDialog {...props} />
}

function MakeOwnerDialog({ person, open, onClose }: PersonDialogProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useMakeOwner(onClose)
  const { name } = person
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('Make {name} an owner?', { name })}
      description={t(
        '{name} will see everything, may delete the workspace, and may change you and every other owner.',
        { name },
      )}
      consequences={[t('You stay an owner, too.')]}
      action={t('Make owner')}
      destructive={false}
      busy={isPending}
      busyText={t('Saving...')}
      onConfirm={() => mutate(person)}
    />
  )
}

function HandOverDialog({ person, workspace, open, onClose }: PersonDialogProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useHandOver(onClose)
  const { name } = person
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('Hand {workspace} over to {name}?', { workspace: workspace.name, name })}
      description={t('{name} becomes the owner, and you become a manager.', { name })}
      consequences={[t('You can no longer delete the workspace or take this back yourself.')]}
      action={t('Hand over')}
      busy={isPending}
      busyText={t('Saving...')}
      onConfirm={() => mutate(person)}
    />
  )
}

function RemoveDialog({ person, open, onClose }: PersonDialogProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { mutate, isPending } = useRemovePerson(onClose)
  const { name, openChats } = person
  const chats =
    openChats === 0
      ? t('Their chats go back to Unanswered.')
      : t('{n} open chats go back to Unanswered.', { count: openChats, n: number(openChats) })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('Remove {name}?', { name })}
      description={t('They lose access at once, in every browser.')}
      consequences={[chats, t('What they wrote stays.')]}
      action={t('Remove')}
      busy={isPending}
      busyText={t('Removing...')}
      onConfirm={() => mutate(person)}
    />
  )
}
