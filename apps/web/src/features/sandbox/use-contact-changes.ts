import {
  callAsContact,
  deleteAsContact,
  editAsContact,
  hangUp,
  listMessages,
} from '@kirim/contract/sandbox'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { toast } from '#shared/toast/toast.ts'
import type { ChatPlace } from './use-sandbox.ts'

/** What a contact does with messages afterwards, and calls; failures are shown as toasts. */
export function useContactChanges(place: ChatPlace) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const onSettled = () =>
    client.invalidateQueries({ queryKey: keyOf(listMessages, { params: place }) })
  const failing = (fallback: string) => (error: unknown) =>
    toast({ title: messageOf(error, fallback), tone: 'error' })
  return {
    edit: useMutation({
      mutationFn: ({ messageId, text }: { messageId: string; text: string }) =>
        request(editAsContact, { params: { ...place, messageId }, body: { text } }),
      onError: failing(t('The message could not be edited.')),
      onSettled,
    }),
    erase: useMutation({
      mutationFn: ({ messageId, author }: { messageId: string; author?: string }) =>
        request(deleteAsContact, {
          params: { ...place, messageId },
          query: author ? { author } : {},
        }),
      onError: failing(t('The message could not be deleted.')),
      onSettled,
    }),
    call: useMutation({
      mutationFn: () => request(callAsContact, { params: place }),
      onError: failing(t('The call could not be made.')),
      onSettled,
    }),
    hangUp: useMutation({
      mutationFn: () => request(hangUp, { params: place }),
      onError: failing(t('The call could not be ended.')),
      onSettled,
    }),
  }
}
