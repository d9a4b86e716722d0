import type { Insertion } from './insertion.ts'

/**
 * Sets the text and selection of a textarea so that the browser can undo it. Where that is
 * unsupported, calls `onChange` instead.
 */
export function replaceText(
  box: HTMLTextAreaElement,
  next: Insertion,
  onChange: (text: string) => void,
): void {
  const { from, to, written } = difference(box.value, next.text)
  box.focus()
  box.setSelectionRange(from, to)
  const done = written
    ? document.execCommand?.('insertText', false, written)
    : document.execCommand?.('delete')
  if (!done || box.value !== next.text) onChange(next.text)
  // Text set through onChange appears with the next render.
  requestAnimationFrame(() => box.setSelectionRange(next.selectFrom, next.selectTo))
}

/** Finds the range of `before` that, when replaced by `written`, gives `after`. */
export function difference(before: string, after: string) {
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from += 1
  let same = 0
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same += 1
  return { from, to: before.length - same, written: after.slice(from, after.length - same) }
}
