import { useEffect, useRef } from 'react'
import { cn } from '#shared/ui/cn.ts'

interface RowCheckboxProps {
  label: string
  checked: boolean
  /** Some, but not all, of its rows are selected. */
  partly?: boolean
  onChange: () => void
  className?: string
}

/** Selects one row or all rows. The whole square is clickable. */
export function RowCheckbox({
  label,
  checked,
  partly = false,
  onChange,
  className,
}: RowCheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = partly
  }, [partly])
  return (
    <label className={cn('grid size-8 shrink-0 place-items-center', className)}>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={onChange}
        className="size-4 accent-primary"
      />
    </label>
  )
}
