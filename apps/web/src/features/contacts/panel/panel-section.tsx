import { type ContactChanges, updateContact } from '@kirim/contract/contacts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { toast } from '#shared/toast/toast.ts'
import { useContactsRefresh } from '../contact-queries.ts'

interface PanelSectionProps {
  title: string
  aside?: ReactNode
  children: ReactNode
}

/** A section of the contact's panel. */
export function PanelSection({ title, aside, children }: PanelSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="px-5 py-4">
      <div className="mb-2.5 flex min-h-6 items-center justify-between gap-3">
        <h3 id={id} className="text-caption font-medium text-muted-foreground">
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** Saves a change of a contact and reports only failures. */
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
