import type { BodyOf } from '@kirim/contract/call'
import {
  type ChatSettings,
  changeChatSettings,
  changeChatsOfNumber,
  loadChatSettings,
} from '@kirim/contract/chat-settings'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'

/** Changes rules of the workspace's chats at once. */
export function useChangeRules() {
  return useSettingsChange((body: BodyOf<typeof changeChatSettings>) =>
    request(changeChatSettings, { body }),
  )
}

type NumberChange = { readonly deviceId: string } & BodyOf<typeof changeChatsOfNumber>

/** Changes what is different for one number at once. */
export function useChangeNumber() {
  return useSettingsChange(({ deviceId, ...body }: NumberChange) =>
    request(changeChatsOfNumber, { params: { deviceId }, body }),
  )
}

function useSettingsChange<Change>(change: (change: Change) => Promise<ChatSettings>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: change,
    onSuccess: (settings) => {
      client.setQueryData(callQuery(loadChatSettings).queryKey, settings)
      toast({ title: t('Settings saved.'), tone: 'success' })
    },
    onError: (error) => {
      toast({ title: messageOf(error, t('Failed to save settings.')), tone: 'error' })
    },
  })
}
