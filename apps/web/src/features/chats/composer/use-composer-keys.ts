import { type RefObject, useEffect, useEffectEvent } from 'react'
import { onComposerFocus } from '../focus-composer.ts'
import { putText } from './text/insert-text.ts'
import type { DraftKind } from './text/use-chat-draft.ts'

interface ComposerKeysOptions {
  isOn: boolean
  area: RefObject<HTMLTextAreaElement | null>
  choose: (kind: DraftKind) => void
}

/** The composer takes the focus for an answer or a note; / opens the saved replies. */
export function useComposerKeys({ isOn, area, choose }: ComposerKeysOptions): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isInField(event.target)) return
    if (event.key !== '/') return
    event.preventDefault()
    choose('reply')
    requestAnimationFrame(() => beginSearch(area.current))
  })
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener('keydown', (event) => press(event), { signal: listening.signal })
    return () => listening.abort()
  }, [])
  const focus = useEffectEvent(choose)
  useEffect(() => (isOn ? onComposerFocus((kind) => focus(kind)) : undefined), [isOn])
}

/** As if the slash had been typed; into an empty answer only. */
function beginSearch(box: HTMLTextAreaElement | null): void {
  if (box?.value !== '') return
  putText(box, '/', 0, 0, () => undefined)
}

/** Keys belong to fields, and to whatever lies over the page. */
function isInField(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  return (
    target.closest(
      'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]',
    ) !== null
  )
}
