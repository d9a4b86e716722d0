import type { ChatEntry } from '@kirim/contract/chat-entries'
import type { MessageFile } from '@kirim/contract/message-content'
import { useMutation } from '@tanstack/react-query'
import {
  Download,
  FileArchive,
  File as FileIcon,
  FileSpreadsheet,
  FileText,
  type LucideIcon,
} from 'lucide-react'
import { messageOf } from '#shared/api/api-error.ts'
import { saveFile } from '#shared/api/save-file.ts'
import { fileName } from '#shared/api/use-download.ts'
import { toast } from '#shared/toast/toast.ts'
import { Spinner } from '#shared/ui/loading.tsx'
import { sideOf } from '../../timeline/timeline-rows.ts'
import { useWords } from '../../words.ts'
import { IconButton } from '../icon-button.tsx'
import { FileCard } from './file-card.tsx'
import { fileFacts, fileTitle } from './file-words.ts'
import { loadChatFile } from './use-chat-file.ts'

/** A document with its kind, pages and size; it is loaded when somebody saves it. */
export function DocumentMessage({ entry, file }: { entry: ChatEntry; file: MessageFile }) {
  const { t } = useWords()
  const format = useWords().format
  const title = fileTitle(file, entry.kind, t)
  const { mutate, isPending } = useSaveChatFile()
  return (
    <FileCard
      side={sideOf(entry) === 'out' ? 'out' : 'in'}
      {...iconOf(file.fileType)}
      title={title}
      detail={fileFacts(file, t, format)}
      action={
        file.path !== null && (
          <IconButton
            className="-mr-1"
            aria-label={t('Download {name}', { name: title })}
            aria-busy={isPending}
            onClick={() => !isPending && mutate({ path: file.path ?? '', name: title })}
          >
            {isPending ? <Spinner /> : <Download aria-hidden="true" />}
          </IconButton>
        )
      }
    />
  )
}

/** Saves the file of a message under a name, and reports a failure. */
export function useSaveChatFile() {
  const { t } = useWords()
  return useMutation({
    mutationFn: async ({ path, name }: { path: string; name: string }) =>
      saveFile(await loadChatFile(path, new AbortController().signal), fileName(name, 'file')),
    onError: (error) => {
      const reason = messageOf(error, t('The server did not answer.'))
      toast({ title: t('Failed: {reason}', { reason }), tone: 'error' })
    },
  })
}

function iconOf(fileType: string): { icon: LucideIcon; iconClasses?: string } {
  if (fileType === 'application/pdf') return { icon: FileText, iconClasses: 'text-destructive' }
  if (/spreadsheet|excel|csv/.test(fileType)) {
    return { icon: FileSpreadsheet, iconClasses: 'text-success' }
  }
  if (/zip|compressed|tar/.test(fileType)) return { icon: FileArchive }
  return {
    icon: fileType.startsWith('text/') || /word|document/.test(fileType) ? FileText : FileIcon,
  }
}
