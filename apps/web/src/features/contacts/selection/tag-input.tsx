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

/** The name of a tag; those that there are already are proposed. */
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
        // The browser's own arrow is in no theme.
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
