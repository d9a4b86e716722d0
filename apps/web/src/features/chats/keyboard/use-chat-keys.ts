import { useEffect, useEffectEvent } from 'react'

/** What the keys do; `Escape` is heard in fields, too. */
export interface ChatKeys {
  readonly next: () => void
  readonly previous: () => void
  /** Returns false where the focused control has its own Enter. */
  readonly enter: () => boolean
  readonly close: () => void
  readonly assign: () => void
  readonly label: () => void
  readonly snooze: () => void
  readonly reply: () => void
  readonly note: () => void
  readonly back: () => void
  readonly help: () => void
}

const NAMES: Readonly<Record<string, keyof ChatKeys>> = {
  j: 'next',
  k: 'previous',
  Enter: 'enter',
  e: 'close',
  a: 'assign',
  l: 'label',
  s: 'snooze',
  r: 'reply',
  n: 'note',
  Escape: 'back',
  '?': 'help',
}

/** While one of these is open, it has the keys. */
const OPEN = '[role=dialog],[role=alertdialog],[role=menu],[role=listbox]'
const FIELD = 'input:not([type=checkbox]),textarea,select,[contenteditable=true]'

/** The keys of the chats, off while a field has the focus or something is open above the page. */
export function useChatKeys(keys: ChatKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const name = NAMES[event.key]
    if (!name || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target instanceof Element ? event.target : null
    if (document.querySelector(OPEN)) return
    if (name !== 'back' && target?.closest(FIELD)) return
    if (keys[name]() !== false) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
