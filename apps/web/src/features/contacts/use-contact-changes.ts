import { type ContactChanges, updateContact } from '@kirim/contract/contacts'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'
import { useContactsRefresh } from './contact-queries.ts'

interface Change {
  id: string
  changes: ContactChanges
  /** Told what is wrong with the number itself, instead of a toast. */
  refuseNumber?: (message: string) => void
}

/** Changes a contact; what becomes of it is told. */
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
    onError: (error, { refuseNumber }) => {
      const message = messageOf(error, t('Failed to save contact.'))
      if (refuseNumber && isAboutNumber(error)) refuseNumber(message)
      else toast({ title: message, tone: 'error' })
    },
  })
}

/** The field of the number is the place to say so. */
export function isAboutNumber(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'phone_number_invalid' || error.code === 'contact_number_taken'
}
