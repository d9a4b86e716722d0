import { eraseChatPerson } from '@kirim/contract/chat-export'
import type { Chat } from '@kirim/contract/chats'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'

interface EraseDialogProps {
  readonly chat: Chat
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Asks before everything of a person is erased. */
export function EraseDialog({ chat, isOpen, onClose }: EraseDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const erase = useSingleMutation({
    mutationFn: () => request(eraseChatPerson, { params: { id: chat.id } }),
    async onSuccess({ erased }) {
      onClose()
      toast({ title: t('{n} messages were erased.', { n: erased }), tone: 'success' })
      await client.invalidateQueries()
    },
    onError: (error) => {
      toast({ title: messageOf(error, t('Not everything was erased. Try again.')), tone: 'error' })
    },
  })
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={t('Erase what was written?')}
      description={t(
        'All messages, files and notes with this person are erased here, on all your numbers. What is on the phones stays.',
      )}
      consequences={[t('The contact, an opt-out and the counts of campaigns stay.')]}
      action={t('Erase')}
      busy={erase.isPending}
      busyText={t('Erasing...')}
      onConfirm={() => erase.mutate(undefined)}
    />
  )
}
