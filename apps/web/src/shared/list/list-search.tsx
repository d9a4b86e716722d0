import { Search } from 'lucide-react'
import { cn } from '#shared/ui/cn.ts'
import { Input } from '#shared/ui/input.tsx'

interface ListSearchProps {
  value: string
  onChange: (value: string) => void
  /** The accessible name and the placeholder. */
  label: string
  className?: string
}

/** A search field that filters a list as the user types. */
export function ListSearch({ value, onChange, label, className }: ListSearchProps) {
  return (
    <div className={cn('w-full sm:max-w-80', className)}>
      <Input
        type="search"
        leading={<Search aria-hidden="true" />}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        maxLength={200}
      />
    </div>
  )
}
