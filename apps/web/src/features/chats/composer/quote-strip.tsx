import { kindTexts } from '@kirim/contract/message-kinds'
import { Pencil, Reply as ReplyIcon, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import type { Reply } from '../conversation/reply-context.tsx'

interface QuoteStripProps {
  reply: Reply
  personName: string
}

/** What the next message quotes, or the message whose text is being changed. */
export function QuoteStrip({
  reply: { quoted, edited, quote, edit },
  personName,
}: QuoteStripProps) {
  const { t } = useTranslation()
  const entry = edited ?? quoted
  if (!entry) return null
  const Icon = edited ? Pencil : ReplyIcon
  const kindText = entry.kind === 'text' ? '' : t(kindTexts[entry.kind])
  const author = entry.by === 'person' ? entry.senderName || personName : t('You')
  return (
    <div className="flex items-center gap-2 border-b px-3 py-2 text-caption">
      <Icon className="size-3.5 shrink-0 text-muted-foreground" aria-hidden="true" />
      <span className="min-w-0 flex-1 truncate">
        <span className="font-medium">{edited ? t('Changing a message') : author}</span>{' '}
        <span className="text-muted-foreground">{entry.text || kindText}</span>
      </span>
      <Button
        variant="ghost"
        size="icon-sm"
        className="size-6 pointer-coarse:size-10"
        aria-label={edited ? t('Leave it as it is') : t('Do not quote')}
        onClick={() => (edited ? edit(null) : quote(null))}
      >
        <X aria-hidden="true" />
      </Button>
    </div>
  )
}
