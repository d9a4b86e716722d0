export type Format = 'bold' | 'italic' | 'strikethrough' | 'monospace'

/** WhatsApp's format marks, placed before and after the formatted words. */
export const MARKS: Readonly<Record<Format, string>> = {
  bold: '*',
  italic: '_',
  strikethrough: '~',
  monospace: '```',
}
