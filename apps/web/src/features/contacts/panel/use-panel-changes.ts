import { type ContactChanges, updateContact } from '@kirim/contract/contacts'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { toast } from '#shared/toast/toast.ts'
import { useContactsRefresh } from '../contact-queries.ts'

/** Saves a change of one contact without a word, as it is made in its panel. */
export function usePanelChanges(id: string) {
  const { t } = useTranslation()
  const refresh = useContactsRefresh()
  return useMutation({
    mutationFn: (changes: ContactChanges) =>
      request(updateContact, { params: { id }, body: changes }),
    onSuccess: refresh,
    onError: (error) => {
      toast({ title: messageOf(error, t('Failed to save contact.')), tone: 'error' })
    },
  })
}
