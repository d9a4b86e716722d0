import { lazy, Suspense } from 'react'
import { cn } from './cn.ts'
import { controlClasses } from './field.tsx'
import type { SelectProps } from './select.tsx'

const Loaded = lazy(async () => ({ default: (await import('./select.tsx')).Select }))

/** A select beside what a page is about, whose code comes after the page; its place is kept until then. */
export function LazySelect<V extends string>({ onValueChange, ...props }: SelectProps<V>) {
  const place = cn(controlClasses, 'h-9 pointer-coarse:h-11', props.className)
  return (
    <Suspense fallback={<div aria-hidden="true" className={place} />}>
      <Loaded
        {...props}
        onValueChange={(chosen) => {
          // What is lazy has lost its type parameter; only one of the options can be chosen.
          const option = props.options.find(({ value }) => value === chosen)
          if (option) onValueChange(option.value)
        }}
      />
    </Suspense>
  )
}
