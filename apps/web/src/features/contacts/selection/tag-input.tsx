import { listContactTags, TAG_MAX_LENGTH } from '@kirim/contract/contact-details'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { callQuery } from '#shared/api/query.ts'
import { cn } from '#shared/ui/cn.ts'
import { Input, type InputProps } from '#shared/ui/input.tsx'

interface TagInputProps extends Pick<InputProps, 'className' | 'onKeyDown' | 'aria-label'> {
  value: string
  onValue: (name: string) => void
  autoFocus?: boolean
}

/** An input for the name of a tag that suggests existing tags. */
export function TagInput({ onValue, autoFocus = false, className, ...props }: TagInputProps) {
  const known = useQuery(callQuery(listContactTags)).data ?? []
  const id = useId()
  return (
    <>
      <Input
        {...props}
        onChange={(event) => onValue(event.target.value)}
        list={id}
        autoFocus={autoFocus}
        autoComplete="off"
        maxLength={TAG_MAX_LENGTH}
        // Hides the browser's own arrow, which ignores the theme.
        className={cn('[&::-webkit-calendar-picker-indicator]:hidden!', className)}
      />
      <datalist id={id}>
        {known.map((tag) => (
          <option key={tag.id} value={tag.name} />
        ))}
      </datalist>
    </>
  )
}
