import { type KeyboardEvent, useId, useState } from 'react'

interface SuggestionsOptions<T> {
  /** Null while nothing is suggested. */
  items: readonly T[] | null
  /** While they are on their way, Enter does nothing, rather than break the line. */
  isLoading?: boolean
  onPick: (item: T) => void
  onClose: () => void
}

/**
 * A list below a text of which the arrow keys choose while the cursor stays in the text. The
 * attributes of `area` belong to the text, those of `list` to the list.
 */
export function useSuggestions<T>({
  items,
  isLoading = false,
  onPick,
  onClose,
}: SuggestionsOptions<T>) {
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const count = items?.length ?? 0
  const current = Math.min(chosen, Math.max(0, count - 1))
  const pick = (index: number) => {
    const item = items?.[index]
    if (item === undefined) return
    setChosen(0)
    onPick(item)
  }
  const keys: Readonly<Record<string, () => void>> = {
    ...(count > 0 && {
      ArrowDown: () => setChosen((current + 1) % count),
      ArrowUp: () => setChosen((current + count - 1) % count),
      Enter: () => pick(current),
      Tab: () => pick(current),
    }),
    ...(isLoading && { Enter: () => undefined }),
    Escape: onClose,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (items === null || event.nativeEvent.isComposing) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    // Escape closes the list, not what the text is in.
    event.stopPropagation()
    act()
  }
  return {
    current,
    pick,
    onKeyDown,
    optionId: (index: number) => `${id}-${index}`,
    list: { id },
    area:
      items === null
        ? {}
        : {
            'aria-autocomplete': 'list' as const,
            'aria-controls': id,
            ...(count > 0 && { 'aria-activedescendant': `${id}-${current}` }),
          },
  }
}

export type Suggestions = Pick<
  ReturnType<typeof useSuggestions>,
  'current' | 'pick' | 'optionId' | 'list'
>
