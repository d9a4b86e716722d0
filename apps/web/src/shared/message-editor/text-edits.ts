export type Format = 'bold' | 'italic' | 'strikethrough' | 'monospace'

/** WhatsApp's format marks, placed before and after the formatted words. */
export const MARKS: Readonly<Record<Format, string>> = {
  bold: '*',
  italic: '_',
  strikethrough: '~',
  monospace: '```',
}

/** The text after an insertion, and the range to select. */
export interface Insertion {
  text: string
  selectFrom: number
  selectTo: number
}

/**
 * Replaces the selection with a token. A choice takes the selected words as its first option; its
 * example options are selected, so that typing replaces them.
 */
export function insertToken(text: string, from: number, to: number, token: string): Insertion {
  const selected = text.slice(from, to)
  const inserted = token.startsWith('{') && selected ? `{${selected}|}` : token
  const result = text.slice(0, from) + inserted + text.slice(to)
  const end = from + inserted.length
  if (!token.startsWith('{')) return { text: result, selectFrom: end, selectTo: end }
  if (selected) return { text: result, selectFrom: end - 1, selectTo: end - 1 }
  return { text: result, selectFrom: from + 1, selectTo: end - 1 }
}

/**
 * Sets the text and selection of a textarea so that the browser can undo it. Where that is
 * unsupported, calls `onChange` instead.
 */
export function replaceText(
  box: HTMLTextAreaElement,
  next: Insertion,
  onChange: (text: string) => void,
): void {
  box.focus()
  box.select()
  const isSupported = document.execCommand?.('insertText', false, next.text)
  if (!isSupported || box.value !== next.text) onChange(next.text)
  // Text set through onChange appears with the next render.
  requestAnimationFrame(() => box.setSelectionRange(next.selectFrom, next.selectTo))
}

/**
 * Adds a format's marks around the selected words, or removes them. Surrounding blanks stay outside
 * the marks. Marks do not span line breaks, except for monospace. Without a selection, inserts both
 * marks and places the cursor between them.
 */
export function toggleFormat(text: string, from: number, to: number, format: Format): Insertion {
  const mark = MARKS[format]
  const [start, end] = withoutBlankEdges(text, from, to)
  if (start === end) return put(text, from, from, mark + mark, mark.length, mark.length)
  if (isAround(text, start, end, mark)) {
    const inner = text.slice(start, end)
    return put(text, start - mark.length, end + mark.length, inner, 0, inner.length)
  }
  const selected = text.slice(start, end)
  const pieces = format === 'monospace' ? [selected] : selected.split('\n')
  const marked = pieces
    .filter((piece) => piece.trim() !== '')
    .every((piece) => isMarked(piece, mark))
  const change = marked ? withoutMark : addMark
  const inserted = pieces.map((piece) => change(piece, mark)).join('\n')
  return put(text, start, end, inserted, 0, inserted.length)
}

function put(
  text: string,
  start: number,
  end: number,
  inserted: string,
  selectFrom: number,
  selectTo: number,
): Insertion {
  return {
    text: text.slice(0, start) + inserted + text.slice(end),
    selectFrom: start + selectFrom,
    selectTo: start + selectTo,
  }
}

function withoutBlankEdges(text: string, from: number, to: number): [number, number] {
  const selected = text.slice(from, to)
  const start = from + (selected.length - selected.trimStart().length)
  return selected.trim() === '' ? [from, from] : [start, start + selected.trim().length]
}

function isAround(text: string, start: number, end: number, mark: string): boolean {
  return (
    text.slice(0, start).endsWith(mark) &&
    text.startsWith(mark, end) &&
    !text.slice(start, end).includes('\n')
  )
}

function isMarked(piece: string, mark: string): boolean {
  const words = piece.trim()
  return words.length > 2 * mark.length && words.startsWith(mark) && words.endsWith(mark)
}

function addMark(piece: string, mark: string): string {
  const words = piece.trim()
  return words === '' ? piece : piece.replace(words, () => mark + words + mark)
}

function withoutMark(piece: string, mark: string): string {
  const words = piece.trim()
  return piece.replace(words, () => words.slice(mark.length, words.length - mark.length))
}
