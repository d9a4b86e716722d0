import { Fragment, useId, useState } from 'react'
import { formatClasses } from '#shared/message-editor/formatted-text.tsx'
import { cn } from '#shared/ui/cn.ts'
import { useWords } from '../../words.ts'
import { type ChatBlock, chatBlocks } from './chat-blocks.ts'
import { isEmojiOnly } from './emoji-only.ts'
import { linkedRuns } from './linked-runs.ts'

/** Longer texts are folded. */
const FOLDED = { characters: 900, lines: 16 }

/** The text of a message as WhatsApp shows it, from right to left where it begins so. */
export function ChatText({ text }: { text: string }) {
  const { t } = useWords()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const isLong = text.length > FOLDED.characters || text.split('\n').length > FOLDED.lines
  if (isEmojiOnly(text)) return <p className="px-2 pt-1 text-[2rem] leading-10">{text}</p>
  return (
    <div className="px-2 pt-1">
      <div
        id={id}
        dir="auto"
        className={cn(
          'text-sm leading-5 wrap-anywhere whitespace-pre-line',
          isLong && !isOpen && 'line-clamp-12',
        )}
      >
        {chatBlocks(text).map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity besides their place
          <Block key={index} {...block} />
        ))}
      </div>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="mt-0.5 text-caption font-medium text-primary hover:underline"
        >
          {isOpen ? t('Show less') : t('Show more')}
        </button>
      )}
    </div>
  )
}

function Block({ kind, lines, from }: ChatBlock) {
  if (kind === 'text') return <Inline text={lines.join('\n')} />
  if (kind === 'quote') {
    return (
      <blockquote className="my-0.5 border-s-2 border-current/30 ps-2 text-bubble-meta">
        <Inline text={lines.join('\n')} />
      </blockquote>
    )
  }
  const List = kind === 'bullets' ? 'ul' : 'ol'
  return (
    <List
      {...(kind === 'numbers' && { start: from })}
      className={cn('ps-5', kind === 'bullets' ? 'list-disc' : 'list-decimal')}
    >
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity besides their place
        <li key={index}>
          <Inline text={line} />
        </li>
      ))}
    </List>
  )
}

/** Formatted text with links, which load nothing until they are followed. */
function Inline({ text }: { text: string }) {
  return linkedRuns(text).map(({ text: part, formats, href }, index) => {
    const classes = cn(formats.map((format) => formatClasses[format]))
    // Runs have no identity besides their place.
    const key = `${index}`
    if (href !== null) {
      return (
        <a
          key={key}
          href={href}
          target="_blank"
          rel="noreferrer noopener"
          className={cn('underline decoration-current/50 underline-offset-2', classes)}
        >
          {part}
        </a>
      )
    }
    return classes ? (
      <span key={key} className={classes}>
        {part}
      </span>
    ) : (
      <Fragment key={key}>{part}</Fragment>
    )
  })
}
