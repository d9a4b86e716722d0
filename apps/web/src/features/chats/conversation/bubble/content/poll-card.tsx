import type { MessageContent } from '@kirim/contract/message-content'
import { ListChecks } from 'lucide-react'
import { useWords } from '../../words.ts'

type Poll = Extract<MessageContent, { type: 'poll' }>

/** A question with its answers, and who chose which. */
export function PollCard({ content }: { content: Poll }) {
  const { t } = useWords()
  const { question, choices, options } = content
  const most = Math.max(1, ...options.map(({ votes }) => votes))
  return (
    <div className="w-[268px] max-w-full px-2 pt-1 pb-1">
      <p dir="auto" className="font-medium wrap-anywhere">
        {question}
      </p>
      <p className="mt-0.5 flex items-center gap-1 text-xs text-bubble-meta">
        <ListChecks className="size-3.5" aria-hidden="true" />
        {choices === 1 ? t('One answer') : t('Several answers')}
      </p>
      <ul className="mt-1.5 flex flex-col gap-2">
        {options.map((option) => (
          <Option key={option.name} option={option} most={most} />
        ))}
      </ul>
    </div>
  )
}

function Option({ option, most }: { option: Poll['options'][number]; most: number }) {
  const { t } = useWords()
  const { number, list } = useWords().format
  const { name, votes, voters } = option
  return (
    <li>
      <p className="flex items-baseline justify-between gap-3 text-sm">
        <span dir="auto" className="min-w-0 wrap-anywhere">
          {name}
        </span>
        <span className="tnum text-xs text-bubble-meta">
          <span aria-hidden="true">{number(votes)}</span>
          <span className="sr-only">{t('{n} votes', { count: votes, n: number(votes) })}</span>
        </span>
      </p>
      <span aria-hidden="true" className="mt-1 block h-1.5 rounded-full bg-foreground/10">
        <span
          className="block h-full rounded-full bg-primary"
          style={{ width: `${(votes / most) * 100}%` }}
        />
      </span>
      {voters.length > 0 && (
        <p className="mt-0.5 truncate text-xs text-bubble-meta" title={list(voters)}>
          {list(voters)}
        </p>
      )}
    </li>
  )
}
