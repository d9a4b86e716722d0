import { leaveWorkspace } from '@kirim/contract/team'
import type { Workspace } from '@kirim/contract/workspaces'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import { useGoElsewhere } from './use-go-elsewhere.ts'

interface LeaveDialogProps {
  workspace: Workspace
  open: boolean
  onClose: () => void
}

/** Asks before the reader leaves the workspace of this tab. */
export function LeaveDialog({ workspace, open, onClose }: LeaveDialogProps) {
  const { t } = useTranslation()
  const { name } = workspace
  const goElsewhere = useGoElsewhere()
  const { mutate, isPending } = useSingleMutation({
    mutationFn: (_: undefined) => request(leaveWorkspace),
    onSuccess: async () => {
      onClose()
      await goElsewhere()
      toast({ title: t('You left {workspace}.', { workspace: name }), tone: 'success' })
    },
    onError: (error) =>
      toast({
        title: messageOf(error, t('You are still in the workspace. Please try again.')),
        tone: 'error',
      }),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('Leave {workspace}?', { workspace: name })}
      description={t('You no longer see its chats, contacts and campaigns.')}
      consequences={[
        t('Your chats go back to Unanswered.'),
        t('What you wrote stays. To come back, you need another invitation.'),
      ]}
      action={t('Leave')}
      busy={isPending}
      busyText={t('Leaving...')}
      onConfirm={() => mutate(undefined)}
    />
  )
}
