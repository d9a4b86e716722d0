import type { ReactNode } from 'react'
import { cn } from '#shared/ui/cn.ts'

interface ChoiceCardProps {
  /** The radio group it belongs to. */
  group: string
  title: string
  summary: string
  checked: boolean
  disabled?: boolean
  onChoose: () => void
  /** Shown while it is chosen. */
  children?: ReactNode
}

/** One of several choices, each with a sentence. */
export function ChoiceCard(props: ChoiceCardProps) {
  const { group, title, summary, checked, disabled, onChoose, children } = props
  return (
    <div
      className={cn(
        'flex flex-col rounded-md border transition-colors duration-100 has-[input[type=radio]:focus-visible]:outline-2 has-[input[type=radio]:focus-visible]:outline-offset-2 has-[input[type=radio]:focus-visible]:outline-ring',
        checked && 'border-primary bg-accent',
      )}
    >
      <label className="flex flex-1 cursor-pointer items-start gap-2.5 p-3">
        <input
          type="radio"
          name={group}
          checked={checked}
          disabled={disabled}
          onChange={onChoose}
          className="mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-input bg-card outline-none checked:border-primary checked:bg-[radial-gradient(var(--primary)_0_4px,transparent_4.5px)]"
        />
        <span className="min-w-0">
          <span className="block font-medium">{title}</span>{' '}
          <span className="block text-caption text-muted-foreground">{summary}</span>
        </span>
      </label>
      {checked && children && <div className="px-3 pb-3 pl-9.5">{children}</div>}
    </div>
  )
}
