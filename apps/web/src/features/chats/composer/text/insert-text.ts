import { replaceText } from '#shared/message-editor/text-edits.ts'

/** Puts a text where the cursor is, in place of what is chosen. */
export function insertText(
  box: HTMLTextAreaElement | null,
  inserted: string,
  onText: (text: string) => void,
): void {
  if (!box) return
  putText(box, inserted, box.selectionStart, box.selectionEnd, onText)
}

/** Puts a text in place of a part of what is there, and the cursor behind it. */
export function putText(
  box: HTMLTextAreaElement,
  inserted: string,
  from: number,
  to: number,
  onText: (text: string) => void,
): void {
  const text = box.value.slice(0, from) + inserted + box.value.slice(to)
  const end = from + inserted.length
  replaceText(box, { text, selectFrom: end, selectTo: end }, onText)
}
