import { cn } from '#shared/ui/cn.ts'
import { markedRuns, type Span } from './formatted-runs.ts'
import type { Format } from './text-edits.ts'

export const formatClasses: Record<Format, string> = {
  bold: 'font-semibold',
  italic: 'italic',
  strikethrough: 'line-through',
  monospace: 'font-mono text-[13px]',
}

interface FormattedTextProps {
  text: string
  /** Parts to underline, such as fallbacks. */
  underlined?: readonly Span[] | undefined
}

/** Renders a message's text as WhatsApp does. */
export function FormattedText({ text, underlined = [] }: FormattedTextProps) {
  return markedRuns(text, underlined).map((run, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: runs have no identity besides their place
      key={index}
      className={cn(
        run.formats.map((format) => formatClasses[format]),
        run.isMarked && 'underline decoration-warning decoration-2 underline-offset-2',
      )}
    >
      {run.text}
    </span>
  ))
}
