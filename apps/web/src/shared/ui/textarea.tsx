import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { controlClasses, useFieldControl } from './field.tsx'

export function Textarea({ className, rows = 4, ...props }: ComponentProps<'textarea'>) {
  const control = useFieldControl()
  return (
    <textarea
      {...control}
      {...props}
      rows={rows}
      className={cn(controlClasses, 'block py-2 leading-5 pointer-coarse:leading-6', className)}
    />
  )
}
