import { loadAiSettings, removeAiSettings } from '@kirim/contract/settings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { CardSection } from '#shared/ui/card.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'

/** Shows that a key is stored and lets the user remove it. */
export function SavedKey() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => request(removeAiSettings),
    onSuccess: () => {
      client.setQueryData(callQuery(loadAiSettings).queryKey, null)
      toast({ title: t('The API key is removed.'), tone: 'success' })
    },
    onError: (error) =>
      toast({ title: messageOf(error, t('The API key could not be removed.')), tone: 'error' }),
    onSettled: () => setAsking(false),
  })
  return (
    <CardSection className="flex flex-wrap items-center justify-between gap-3">
      <p className="flex items-center gap-2.5">
        <KeyRound className="size-4 text-success" aria-hidden="true" />
        {t('A key is saved.')}
      </p>
      <Button size="sm" variant="danger-outline" onClick={() => setAsking(true)}>
        {t('Remove key')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('Remove key')}
        description={t(
          'The API key is deleted from the server. Chatbot campaigns with AI send their own text instead.',
        )}
        action={t('Remove key')}
        busy={remove.isPending}
        busyText={t('Removing...')}
        onConfirm={() => remove.mutate()}
      />
    </CardSection>
  )
}
