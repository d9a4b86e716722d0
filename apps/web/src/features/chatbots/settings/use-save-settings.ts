import { lintChatbot, type NumberSettings, saveNumberSettings } from '@kirim/contract/chatbot-tools'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'

/** Saves a number's chatbot settings; the form shows a refusal. */
export function useSaveSettings(deviceId: string, onSaved: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (body: NumberSettings) =>
      request(saveNumberSettings, { params: { id: deviceId }, body }),
    onSuccess: () => {
      toast({ title: t('Chatbot settings saved.'), tone: 'success' })
      void client.invalidateQueries({ queryKey: keyOf(lintChatbot) })
      onSaved()
    },
  })
}

export type SaveSettings = ReturnType<typeof useSaveSettings>
