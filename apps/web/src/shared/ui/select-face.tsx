import { ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { controlClasses } from './field.tsx'

export interface SelectOption<V extends string = string> {
  /** Never empty: the empty value means that nothing is selected. */
  value: V
  label: string
  /** Shown muted after the label: a number or a count. */
  detail?: ReactNode
  disabled?: boolean
}

export interface SelectProps<V extends string = string> {
  /** '' shows the placeholder. */
  value: V | ''
  onValueChange: (value: V) => void
  options: readonly SelectOption<V>[]
  placeholder?: string
  icon?: ReactNode
  disabled?: boolean
  className?: string
  'aria-label'?: string
  onBlur?: () => void
}

export function faceClasses(className: string | undefined): string {
  return cn(
    controlClasses,
    'flex h-9 items-center gap-2 text-left pointer-coarse:h-11 data-placeholder:text-muted-foreground',
    className,
  )
}

/** The content of the closed select: icon, selected option and chevron. */
export function SelectFace({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <>
      {icon && <span className="text-muted-foreground [&_.lucide]:size-4">{icon}</span>}
      <span className="min-w-0 flex-1 truncate [&>span]:block">{children}</span>
      <ChevronsUpDown className="size-3.5 text-muted-foreground" aria-hidden="true" />
    </>
  )
}

/** The number of characters for which room is always reserved. */
const SHORT = 8

/** A long label is truncated in favour of its detail. */
export function OptionText({ option }: { option: SelectOption }) {
  return (
    <span title={option.label} className="flex min-w-0">
      <span className={option.label.length < SHORT ? 'shrink-0' : 'min-w-12 truncate'}>
        {option.label}
      </span>
      {option.detail !== undefined && (
        <span className="tnum shrink-0 whitespace-pre text-muted-foreground"> {option.detail}</span>
      )}
    </span>
  )
}
