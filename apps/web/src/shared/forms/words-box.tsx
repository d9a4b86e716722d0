import { CircleAlert, Lock, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#shared/ui/cn.ts'
import { useFieldControl } from '#shared/ui/field.tsx'
import {
  completeKeyword,
  editLastKeyword,
  type Keywords,
  removeKeyword,
  updateTyping,
} from './keywords.ts'

interface WordsBoxProps {
  value: Keywords
  onChange: (value: Keywords) => void
  onBlur: () => void
  placeholder: string
  /** Shown before the others, and cannot be removed. */
  locked?: readonly string[]
  /** What ends a word; a comma by default. */
  separator?: RegExp
  /** Marks words that cannot be accepted. */
  isWrong?: (word: string) => boolean
  inputMode?: 'email'
}

/** Words as chips, with an input for the next; a separator, a line break or Enter ends a word. */
export function WordsBox({
  value,
  onChange,
  onBlur,
  placeholder,
  locked = [],
  separator,
  isWrong,
  inputMode,
}: WordsBoxProps) {
  const { t } = useTranslation()
  const control = useFieldControl()
  const box = useRef<HTMLInputElement>(null)

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && value.typing !== '') {
      event.preventDefault()
      onChange(completeKeyword(value))
    } else if (event.key === 'Backspace' && value.typing === '' && value.words.length > 0) {
      event.preventDefault()
      onChange(editLastKeyword(value))
    }
  }

  /** An input drops line breaks, which would join the lines of a pasted list. */
  function onPaste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text')
    if (!/[\r\n]/.test(pasted)) return
    event.preventDefault()
    const lines = `${value.typing}${pasted}`.split(/[\r\n]+/)
    onChange(
      lines.reduce((known, line) => completeKeyword(updateTyping(known, line, separator)), value),
    )
  }

  return (
    <div className="flex min-h-9 flex-wrap items-center gap-1.5 rounded-md border border-input bg-card px-1.5 py-1 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ring has-aria-invalid:border-destructive has-aria-invalid:ring-3 has-aria-invalid:ring-destructive/15 pointer-coarse:min-h-11">
      {locked.map((word) => (
        <span
          key={word}
          className="inline-flex h-6 items-center gap-1.5 rounded-[6px] bg-neutral-soft px-2 text-caption text-neutral-ink pointer-coarse:h-8"
        >
          <Lock className="size-3" aria-hidden="true" />
          {word}
          <span className="sr-only">{t('Always active')}</span>
        </span>
      ))}
      {value.words.map((word) => (
        <span
          key={word}
          className={cn(
            'inline-flex min-w-0 max-w-full items-center rounded-[6px] pl-2 text-caption',
            isWrong?.(word) ? 'bg-danger-soft text-danger-ink' : 'bg-neutral-soft text-neutral-ink',
          )}
        >
          {isWrong?.(word) && <CircleAlert className="mr-1 size-3.5" aria-hidden="true" />}
          <span className="truncate" title={word}>
            {word}
          </span>
          <button
            type="button"
            aria-label={t('Remove {name}', { name: word })}
            onClick={() => {
              onChange(removeKeyword(value, word))
              box.current?.focus()
            }}
            className="grid size-6 shrink-0 place-items-center rounded-[6px] hover:text-foreground pointer-coarse:size-8"
          >
            <X className="size-3.5" aria-hidden="true" />
          </button>
        </span>
      ))}
      <input
        {...control}
        ref={box}
        value={value.typing}
        autoComplete="off"
        placeholder={placeholder}
        inputMode={inputMode}
        onPaste={onPaste}
        onChange={(event) => onChange(updateTyping(value, event.target.value, separator))}
        onKeyDown={onKeyDown}
        onBlur={() => {
          onChange(completeKeyword(value))
          onBlur()
        }}
        className="h-6 min-w-32 flex-1 bg-transparent px-1.5 text-sm outline-none placeholder:text-muted-foreground pointer-coarse:h-8 pointer-coarse:text-base"
      />
    </div>
  )
}
