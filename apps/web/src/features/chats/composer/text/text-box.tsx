import type { ComponentProps, KeyboardEvent, ReactNode, RefObject } from 'react'
import { type Format, replaceText, toggleFormat } from '#shared/message-editor/text-edits.ts'
import { cn } from '#shared/ui/cn.ts'

/** Both layers must wrap lines identically. */
const TEXT =
  'col-start-1 row-start-1 block min-h-11 w-full px-3 pt-2.5 pb-1 text-sm leading-5 whitespace-pre-wrap wrap-anywhere pointer-coarse:text-base pointer-coarse:leading-6'

interface TextBoxProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'ref'> {
  area: RefObject<HTMLTextAreaElement | null>
  value: string
  onText: (text: string) => void
  label: string
  /** Ctrl or Command with Enter. */
  onSend: () => void
  /** Stands behind the text, with its very words, to mark some of them. */
  marked?: ReactNode
}

/** A text that grows with its lines, up to a height from which on it scrolls. */
export function TextBox({
  area,
  value,
  onText,
  label,
  onSend,
  marked,
  onKeyDown,
  className,
  ...props
}: TextBoxProps) {
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    onKeyDown?.(event)
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    const held = event.ctrlKey || event.metaKey
    if (held && event.key === 'Enter') {
      event.preventDefault()
      onSend()
      return
    }
    const format = held && !event.altKey && FORMAT_KEYS.get(event.key.toLowerCase())
    if (!format) return
    event.preventDefault()
    const box = event.currentTarget
    const edited = toggleFormat(value, box.selectionStart, box.selectionEnd, format)
    replaceText(box, edited, onText)
  }
  return (
    <div className={cn('grid max-h-52 grid-cols-1 overflow-y-auto', className)}>
      <div aria-hidden="true" className={cn(TEXT, 'text-transparent')}>
        {marked ?? value}
        {/* A trailing line break only takes up a line when something follows it. */}
        {'\u200b'}
      </div>
      <textarea
        {...props}
        ref={area}
        rows={1}
        value={value}
        aria-label={label}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={press}
        className={cn(
          TEXT,
          'resize-none overflow-hidden bg-transparent outline-none placeholder:text-muted-foreground',
        )}
      />
    </div>
  )
}

/** WhatsApp's marks, under the keys of every editor. */
const FORMAT_KEYS: ReadonlyMap<string, Format> = new Map([
  ['b', 'bold'],
  ['i', 'italic'],
])
