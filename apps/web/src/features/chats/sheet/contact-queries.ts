import { loadChatContact } from '@kirim/contract/chat-contact'
import { type ContactChanges, listContacts, updateContact } from '@kirim/contract/contacts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useMissedEvents } from '#shared/realtime/use-missed-events.ts'
import { useThrottled } from '#shared/realtime/use-throttled.ts'
import { toast } from '#shared/toast/toast.ts'
import { useChat } from '../chat-queries.ts'

/** An import changes contacts many times a second. */
const REFRESH_MS = 5000

/** Reads the person of every chat again that is shown. */
export function useContactRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all(
      [loadChatContact, listContacts].map((spec) =>
        client.invalidateQueries({ queryKey: keyOf(spec) }),
      ),
    )
  }
}

/** The person of a chat, kept up to date while contacts and opt-outs change. */
export function useChatContact(chatId: string) {
  const refresh = useContactRefresh()
  const inTurn = useThrottled(() => void refresh(), REFRESH_MS)
  useRealtimeEvent('contacts_changed', inTurn)
  useRealtimeEvent('opt_outs_changed', inTurn)
  useMissedEvents(() => void refresh())
  const isKnown = useChat(chatId).data !== undefined
  return useQuery({
    ...callQuery(loadChatContact, { params: { id: chatId } }),
    enabled: isKnown,
  })
}

/** Changes a contact; reports only failures. */
export function useContactChange(contactId: string, onChanged?: () => void) {
  const { t } = useTranslation()
  const refresh = useContactRefresh()
  return useSingleMutation({
    mutationFn: (body: ContactChanges) =>
      request(updateContact, { params: { id: contactId }, body }),
    async onSuccess() {
      await refresh()
      onChanged?.()
    },
    onError: (error) => {
      toast({ title: messageOf(error, t('Failed to save contact.')), tone: 'error' })
    },
  })
}
