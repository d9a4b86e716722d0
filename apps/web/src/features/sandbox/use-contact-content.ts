import { listMessages } from '@kirim/contract/sandbox'
import {
  reactAsContact,
  type SandboxCard,
  sendCardAsContact,
  sendFileAsContact,
  voteAsContact,
} from '@kirim/contract/sandbox-content'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { toast } from '#shared/toast/toast.ts'
import type { ChatPlace } from './use-sandbox.ts'

/** A file, and as what a contact sends it. */
export interface SentFile {
  file: File
  as: 'image' | 'video' | 'voice' | 'document' | 'sticker'
  isViewOnce?: boolean
}

/** What a contact sends beside text, votes and reactions; failures are shown as toasts. */
export function useContactContent(place: ChatPlace, author?: string) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const by = author ? { author } : {}
  const shared = {
    onError: (error: unknown) =>
      toast({ title: messageOf(error, t('The message could not be written.')), tone: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(listMessages, { params: place }) }),
  } as const
  return {
    sendFile: useMutation({
      mutationFn: ({ file, as, isViewOnce = false }: SentFile) =>
        request(sendFileAsContact, {
          params: place,
          body: { as, isViewOnce: isViewOnce ? 'true' : 'false', ...by },
          file,
        }),
      ...shared,
    }),
    sendCard: useMutation({
      mutationFn: (card: SandboxCard) =>
        request(sendCardAsContact, { params: place, body: { card, ...by } }),
      ...shared,
    }),
    vote: useMutation({
      mutationFn: ({ messageId, options }: { messageId: string; options: string[] }) =>
        request(voteAsContact, { params: { ...place, messageId }, body: { options, ...by } }),
      ...shared,
    }),
    react: useMutation({
      mutationFn: ({ messageId, emoji }: { messageId: string; emoji: string }) =>
        request(reactAsContact, { params: { ...place, messageId }, body: { emoji, ...by } }),
      ...shared,
    }),
  }
}
