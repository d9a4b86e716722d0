import { listChatLabels } from '@kirim/contract/chat-labels'
import { loadChatSettings } from '@kirim/contract/chat-settings'
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '#shared/api/query.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'

/** Reads rules and labels again when somebody changes them; once on a page. */
export function useLiveRules(): void {
  const client = useQueryClient()
  useRealtimeEvent('chat_settings_changed', () => {
    void client.invalidateQueries({ queryKey: keyOf(loadChatSettings) })
    void client.invalidateQueries({ queryKey: keyOf(listChatLabels) })
  })
}
