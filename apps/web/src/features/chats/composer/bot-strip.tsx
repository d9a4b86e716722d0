import { resumeChatbot } from '@kirim/contract/chat-mentions'
import { PAUSED_FOR_GOOD } from '@kirim/contract/chat-settings'
import { useQueryClient } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { toast } from '#shared/toast/toast.ts'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { chatKey, type OpenedChat } from '../chat-queries.ts'

interface BotStripProps {
  chatId: string
  pausedUntil: string | null
}

/** Says that chatbots are silent in a chat, because a person has written in it. */
export function BotStrip({ chatId, pausedUntil }: BotStripProps) {
  const { t } = useTranslation()
  const { time } = useFormat()
  const momentText = useMomentText()
  const client = useQueryClient()
  const resume = useSingleMutation({
    mutationFn: () => request(resumeChatbot, { params: { id: chatId } }),
    onSuccess: (chat) =>
      void client.setQueryData<OpenedChat>(
        chatKey(chatId),
        (opened) => opened && { ...opened, chat },
      ),
    onError: (error) => {
      toast({ title: messageOf(error, t('The chatbot could not be resumed.')), tone: 'error' })
    },
  })
  if (pausedUntil === null || Date.parse(pausedUntil) <= Date.now()) return null
  const isToday = new Date(pausedUntil).toDateString() === new Date().toDateString()
  const moment = isToday ? time(pausedUntil) : momentText(pausedUntil)
  return (
    <div className="flex h-9 shrink-0 items-center gap-2 border-t bg-muted px-4 text-caption">
      <Bot className="size-4 shrink-0 text-warning" aria-hidden="true" />
      <p className="min-w-0 flex-1 truncate">
        {pausedUntil === PAUSED_FOR_GOOD
          ? t('Chatbot paused until it is resumed')
          : t('Chatbot paused until {moment}', { moment })}
      </p>
      <Allowed to="chats:write">
        <button
          type="button"
          disabled={resume.isPending}
          onClick={() => resume.mutate(undefined)}
          className="font-medium text-primary underline-offset-4 hover:underline disabled:opacity-50 pointer-coarse:min-h-9"
        >
          {t('Resume')}
        </button>
      </Allowed>
    </div>
  )
}
