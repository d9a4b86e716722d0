import {
  loadOptOutSettings,
  type OptOutSettings,
  saveOptOutSettings,
} from '@kirim/contract/opt-outs'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'

interface Outcomes {
  onSaved: (settings: OptOutSettings) => void
  /** Shows the server's issues at their fields; false when there are none. */
  place: (error: unknown) => boolean
}

export function useSaveSettings({ onSaved, place }: Outcomes) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: (body: OptOutSettings) => request(saveOptOutSettings, { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(callQuery(loadOptOutSettings).queryKey, saved)
      onSaved(saved)
      toast({ title: t('Settings saved.'), tone: 'success' })
    },
    onError: (error) => {
      if (place(error)) return
      toast({ title: messageOf(error, t('Failed to save settings.')), tone: 'error' })
    },
  })
}
