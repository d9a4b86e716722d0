import { type LucideIcon, Upload } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { cn } from './cn.ts'
import { useFieldControl } from './field.tsx'

interface FileDropProps {
  /** The `accept` of the file input; the caller checks dropped files. */
  accept: string
  onFiles: (files: readonly File[]) => void
  /** Accepts several files. */
  multiple?: boolean
  /** Uses the height of one line of text. */
  compact?: boolean
  icon?: LucideIcon
  disabled?: boolean
  className?: string
  /** Needed outside of a `Field`. */
  'aria-label'?: string
  children: ReactNode
}

/** Accepts files from the file dialog or by drag and drop. The same file may be chosen twice. */
export function FileDrop({
  accept,
  onFiles,
  multiple = false,
  compact = false,
  icon: Icon = Upload,
  disabled = false,
  className,
  'aria-label': ariaLabel,
  children,
}: FileDropProps) {
  const ownId = useId()
  const control = useFieldControl()
  const id = control.id ?? ownId
  const [over, setOver] = useState(false)
  const choose = (files: FileList | null) => {
    const chosen = [...(files ?? [])].slice(0, multiple ? undefined : 1)
    if (chosen.length > 0 && !disabled) onFiles(chosen)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    choose(event.dataTransfer.files)
  }
  return (
    <div className={cn('relative', className)}>
      <input
        {...control}
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        aria-label={ariaLabel}
        className="peer sr-only"
        onChange={(event) => {
          choose(event.target.files)
          event.target.value = ''
        }}
      />
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(!disabled)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          'flex h-full cursor-pointer items-center justify-center gap-x-2.5 gap-y-1.5 rounded-md border border-dashed border-input/70 text-center text-caption text-muted-foreground transition-colors duration-100 peer-focus-visible:ring-2 peer-focus-visible:ring-ring peer-focus-visible:ring-offset-2 peer-focus-visible:ring-offset-card peer-disabled:cursor-not-allowed peer-disabled:opacity-50 peer-aria-invalid:border-destructive hover:bg-accent',
          compact ? 'min-h-14 px-4 py-2' : 'min-h-24 flex-col p-4',
          over && 'border-solid border-primary bg-accent',
        )}
      >
        <Icon className="size-5" aria-hidden="true" />
        {children}
      </label>
    </div>
  )
}
