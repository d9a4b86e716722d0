import { Search } from 'lucide-react'
import { cn } from '#shared/ui/cn.ts'
import { Input } from '#shared/ui/input.tsx'

interface ListSearchProps {
  value: string
  onChange: (value: string) => void
  /** Names the box and stands in it. */
  label: string
  className?: string
}

/** The box that narrows a list down while one types. */
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
