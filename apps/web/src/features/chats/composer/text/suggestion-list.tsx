import type { ReactNode } from 'react'
import { cn } from '#shared/ui/cn.ts'
import type { Suggestions } from './use-suggestions.ts'

interface SuggestionListProps {
  label: string
  suggestions: Suggestions
  head?: ReactNode
  foot?: ReactNode
  options: readonly { readonly key: string; readonly content: ReactNode }[]
}

/** A list above the composer; the arrow keys of its text choose in it. */
export function SuggestionList({ label, suggestions, head, foot, options }: SuggestionListProps) {
  const { current, pick, optionId, list } = suggestions
  return (
    <div className="absolute inset-x-4 bottom-[calc(100%-46px)] z-10 rounded-lg bg-popover p-1 text-popover-foreground shadow-pop max-lg:inset-x-3">
      {head}
      <div
        {...list}
        role="listbox"
        aria-label={label}
        className="max-h-[min(15rem,40dvh)] overflow-y-auto empty:hidden"
      >
        {options.map(({ key, content }, index) => (
          <div
            key={key}
            id={optionId(index)}
            ref={index === current ? showWithin : undefined}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            // The cursor stays in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(index)}
            onKeyDown={undefined}
            className={cn(
              'flex cursor-default items-baseline gap-3 rounded-[6px] px-2.5 py-2 hover:bg-accent/60 pointer-coarse:py-3',
              index === current && 'bg-accent',
            )}
          >
            {content}
          </div>
        ))}
      </div>
      {foot}
    </div>
  )
}

function showWithin(option: HTMLElement | null): void {
  option?.scrollIntoView?.({ block: 'nearest' })
}
