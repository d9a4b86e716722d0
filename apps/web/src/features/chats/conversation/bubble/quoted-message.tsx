import type { QuotedMessage } from '@kirim/contract/message-content'
import { kindTexts } from '@kirim/contract/message-kinds'
import { cn } from '#shared/ui/cn.ts'
import { useConversation } from '../conversation-context.ts'
import { useWords } from '../words.ts'
import { insetClasses } from './bubble-frame.tsx'

/** The message that another one answers; pressing it shows that one. */
export function Quoted({ quoted, side }: { quoted: QuotedMessage; side: 'in' | 'out' }) {
  const { t } = useWords()
  const { personName, jumpTo } = useConversation()
  const { entryId, senderName, isOurs, kind, text } = quoted
  const who = isOurs ? t('You') : senderName || personName
  const kindText = kind === 'text' ? '' : t(kindTexts[kind])
  const lines = (
    <>
      <span className={cn('block text-xs font-medium', side === 'in' && 'text-primary')}>
        {who}
      </span>
      <span
        dir="auto"
        className={cn(
          'block truncate',
          side === 'out' ? 'text-bubble-meta' : 'text-muted-foreground',
        )}
      >
        {[kindText, text].filter(Boolean).join(': ')}
      </span>
    </>
  )
  const classes = cn('mx-1 mt-1 block px-2 py-1 text-start text-caption', insetClasses(side))
  if (entryId === null) return <div className={classes}>{lines}</div>
  return (
    <button
      type="button"
      title={t('Show the quoted message')}
      onClick={() => void jumpTo(entryId)}
      className={cn('w-[calc(100%-8px)]', classes)}
    >
      {lines}
    </button>
  )
}
