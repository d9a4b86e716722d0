import type { ChatEntry } from '@kirim/contract/chat-entries'
import { fetchChatFile } from '@kirim/contract/chat-files'
import type { MessageFile } from '@kirim/contract/message-content'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { toast } from '#shared/toast/toast.ts'
import { Spinner } from '#shared/ui/loading.tsx'
import { useConversation } from '../../conversation-context.ts'
import { keepEntries } from '../../timeline-cache.ts'
import { useWords } from '../../words.ts'
import { IconButton } from '../icon-button.tsx'
import { FileProblem } from './file-problem.tsx'
import { fileTitle } from './file-words.ts'

/** A file that is still with the network, or with the phone alone; it is fetched by a click. */
export function AwayFile({ entry, file }: { entry: ChatEntry; file: MessageFile }) {
  const { t } = useWords()
  const { mutate, isPending } = useFetchFile(entry)
  const isAsked = file.state === 'asked' || isPending
  const away = file.state === 'gone' ? t('No longer on the phone') : t('Not fetched yet')
  return (
    <FileProblem
      entry={entry}
      file={file}
      text={isAsked ? t('Being fetched from the phone…') : away}
      action={
        <IconButton
          className="-mr-1"
          aria-label={t('Fetch {name}', { name: fileTitle(file, entry.kind, t) })}
          aria-busy={isAsked}
          onClick={() => !isAsked && mutate()}
        >
          {isAsked ? <Spinner /> : <Download aria-hidden="true" />}
        </IconButton>
      }
    />
  )
}

/** Asks for a file; a live event brings what became of it. */
function useFetchFile(entry: ChatEntry) {
  const { t } = useWords()
  const { chatId } = useConversation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => request(fetchChatFile, { params: { id: chatId, entryId: entry.id } }),
    onSuccess: (file) => keepEntries(client, chatId, [{ ...entry, file }]),
    onError: (error) => {
      const reason = messageOf(error, t('The server did not answer.'))
      toast({ title: t('Failed: {reason}', { reason }), tone: 'error' })
    },
  })
}
