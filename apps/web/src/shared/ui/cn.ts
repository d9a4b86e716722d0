import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// Without these names, tailwind-merge mistakes our text sizes for colours and drops them.
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['caption', 'title', 'heading', 'page', 'metric'],
      shadow: ['pop', 'control'],
    },
  },
})

/** Joins class names; a later Tailwind class wins over an earlier one of its kind. */
export function cn(...inputs: ClassValue[]): string {
  return merge(clsx(inputs))
}
