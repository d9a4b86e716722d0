import { type ContactChanges, updateContact } from '@kirim/contract/contacts'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'
import { useContactsRefresh } from '../contact-queries.ts'

interface Change {
  id: string
  changes: ContactChanges
  /** Shows the server's issues at the fields; false when they are about something else. */
  place?: (error: unknown) => boolean
}

/** Changes a contact and reports the result. */
export function useContactChanges(onDone?: () => void) {
  const { t } = useTranslation()
  const refresh = useContactsRefresh()
  return useSingleMutation({
    mutationFn: ({ id, changes }: Change) =>
      request(updateContact, { params: { id }, body: changes }),
    onSuccess: async ({ name }) => {
      toast({ title: t('{name} saved.', { name }), tone: 'success' })
      onDone?.()
      await refresh()
    },
    onError: (error, { place }) => {
      if (place?.(error)) return
      toast({ title: messageOf(error, t('Failed to save contact.')), tone: 'error' })
    },
  })
}
