import { listWordings } from '@kirim/contract/chat-entries'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { useConversation } from '../conversation-context.ts'
import { useWords } from '../words.ts'
import { BubbleInset } from './bubble-frame.tsx'

interface WordingsProps {
  id: string
  entryId: string
  /** Another edit makes another wording. */
  editedAt: string
  side: 'in' | 'out'
}

/** What a message said before it was edited, newest first. */
export function Wordings({ id, entryId, editedAt, side }: WordingsProps) {
  const { t } = useWords()
  const { time } = useWords().format
  const { chatId } = useConversation()
  const query = callQuery(listWordings, { params: { id: chatId, entryId } })
  const { data, error } = useQuery({ ...query, queryKey: [...query.queryKey, editedAt] })
  return (
    <BubbleInset side={side} className="px-2 py-1.5 text-caption">
      <div id={id}>
        <p className="text-xs font-medium text-bubble-meta">{t('Earlier wordings')}</p>
        {error && <p role="alert">{messageOf(error, t('The server did not answer.'))}</p>}
        {!data && !error && <p role="status">{t('Loading...')}</p>}
        {data?.toReversed().map(({ text, at }) => (
          <p key={at} className="mt-0.5 flex gap-2">
            <time dateTime={at} className="tnum text-bubble-meta">
              {time(at)}
            </time>
            <span dir="auto" className="min-w-0 wrap-anywhere whitespace-pre-line">
              {text}
            </span>
          </p>
        ))}
      </div>
    </BubbleInset>
  )
}
