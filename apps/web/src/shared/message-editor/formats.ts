export type Format = 'bold' | 'italic' | 'strikethrough' | 'monospace'

/** WhatsApp's own marks; each stands before and behind the words it is for. */
export const MARKS: Readonly<Record<Format, string>> = {
  bold: '*',
  italic: '_',
  strikethrough: '~',
  monospace: '```',
}
