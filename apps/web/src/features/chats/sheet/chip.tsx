import { X } from 'lucide-react'

interface ChipProps {
  name: string
  /** The name of the button that removes it; without one, it stays. */
  removeLabel?: string
  disabled?: boolean
  onRemove?: () => void
}

/** A label or tag. */
export function Chip({ name, removeLabel, disabled = false, onRemove }: ChipProps) {
  return (
    <li className="inline-flex h-6 max-w-full items-center rounded-[6px] bg-neutral-soft px-2 text-xs font-medium text-neutral-ink has-[button]:pr-0 pointer-coarse:h-9">
      <span className="truncate">{name}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel}
          disabled={disabled}
          onClick={onRemove}
          className="grid size-6 shrink-0 place-items-center rounded-[6px] hover:bg-accent pointer-coarse:size-9"
        >
          <X className="size-3" aria-hidden="true" />
        </button>
      )}
    </li>
  )
}
