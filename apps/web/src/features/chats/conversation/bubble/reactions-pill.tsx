import type { ChatEntry } from '@kirim/contract/chat-entries'
import { useWords } from '../words.ts'

/** The reactions to a message: each emoji once, and who chose it in words. */
export function ReactionsPill({ reactions }: Pick<ChatEntry, 'reactions'>) {
  const { t } = useWords()
  const { list } = useWords().format
  const emoji = [...new Set(reactions.map((reaction) => reaction.emoji))]
  const names = reactions.map(({ by }) => by || t('You'))
  return (
    <span
      title={list(names)}
      className="absolute -bottom-3 left-3 inline-flex h-6 items-center gap-1 rounded-full bg-popover px-1.5 text-xs whitespace-nowrap text-muted-foreground ring-1 ring-border"
    >
      <span className="text-sm leading-none">{emoji.slice(0, 4).join('')}</span>
      {reactions.length > 1 && (
        <span aria-hidden="true" className="tnum">
          {reactions.length}
        </span>
      )}
      <span className="sr-only">{t('Reaction from {names}', { names: list(names) })}</span>
    </span>
  )
}
