import { startChat } from '@kirim/contract/chat-messages'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'
import { useChatPlace } from '../chat-place.ts'
import { useConversation } from './conversation-context.ts'

/** Opens the chat that the number of the open chat has with another person, or starts one. */
export function useStartChat() {
  const { t } = useTranslation()
  const { deviceId } = useConversation()
  const { open } = useChatPlace()
  const { mutate, isPending } = useSingleMutation({
    mutationFn: (phoneNumber: string) => request(startChat, { body: { deviceId, phoneNumber } }),
    onSuccess: ({ id }) => open(id),
    onError: (error) =>
      toast({ title: messageOf(error, t('The server did not answer.')), tone: 'error' }),
  })
  return { start: mutate, isStarting: isPending }
}
