export type ComposerTab = 'reply' | 'note'

/** A chat that is being opened has its composer by then. */
const WAITS_MS = 3000

let focusIt: ((tab: ComposerTab) => void) | null = null
let wanted: { tab: ComposerTab; until: number } | null = null

/** Moves the focus into the composer, of the chat that is being opened if there is none yet. */
export function focusComposer(tab: ComposerTab): void {
  if (focusIt) focusIt(tab)
  else wanted = { tab, until: Date.now() + WAITS_MS }
}

/** Moves the focus into the composer of the next chat that is opened, not of the one on screen. */
export function focusNextComposer(tab: ComposerTab): void {
  focusIt = null
  focusComposer(tab)
}

/** Says how the composer on screen takes the focus. Returns a function that takes this back. */
export function onComposerFocus(focus: (tab: ComposerTab) => void): () => void {
  focusIt = focus
  if (wanted && Date.now() < wanted.until) focus(wanted.tab)
  wanted = null
  return () => {
    if (focusIt === focus) focusIt = null
  }
}
