import { cn } from '#shared/ui/cn.ts'
import { formattedRuns } from './formatted-runs.ts'
import type { Format } from './text-edits.ts'

const classes: Record<Format, string> = {
  bold: 'font-semibold',
  italic: 'italic',
  strikethrough: 'line-through',
  monospace: 'font-mono text-[13px]',
}

/** Renders a message's text as WhatsApp does. */
export function FormattedText({ text }: { text: string }) {
  return formattedRuns(text).map((run, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: runs have no identity besides their place
    <span key={index} className={cn(run.formats.map((format) => classes[format]))}>
      {run.text}
    </span>
  ))
}
