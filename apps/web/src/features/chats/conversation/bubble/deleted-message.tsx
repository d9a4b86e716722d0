import { type ChatEntry, showDeleted } from '@kirim/contract/chat-entries'
import { useMutation } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { useConversation } from '../conversation-context.ts'
import { useWords } from '../words.ts'
import { LinkButton } from './link-button.tsx'
import { ChatText } from './text/chat-text.tsx'

/** A message that was deleted for everybody; owners and managers may read it, which is logged. */
export function DeletedMessage({ entry, deletedAt }: { entry: ChatEntry; deletedAt: string }) {
  const { t } = useWords()
  const { time } = useWords().format
  const { chatId, personName } = useConversation()
  const params = { id: chatId, entryId: entry.id }
  const said = useMutation({ mutationFn: () => request(showDeleted, { params }) })
  const words = { name: entry.senderName || personName, time: time(deletedAt) }
  return (
    <>
      <p className="flex items-center gap-1.5 px-2 pt-1 text-bubble-meta">
        <Ban className="size-3.5" aria-hidden="true" />
        {entry.by === 'person'
          ? t('{name} deleted this message at {time}', words)
          : t('Deleted for everyone at {time}', words)}
      </p>
      {said.data && <ChatText text={said.data.text || t('A message without text.')} />}
      {said.error && (
        <p role="alert" className="px-2 text-caption text-danger-ink">
          {messageOf(said.error, t('The server did not answer.'))}
        </p>
      )}
      {!said.data && (
        <Allowed to="team:write">
          <p className="px-2">
            <LinkButton disabled={said.isPending} onClick={() => said.mutate()}>
              {t('Show what it said')}
            </LinkButton>
          </p>
        </Allowed>
      )}
    </>
  )
}
