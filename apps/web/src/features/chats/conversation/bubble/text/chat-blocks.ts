/** A part of a message that is set apart from the others. */
export interface ChatBlock {
  readonly kind: 'text' | 'quote' | 'bullets' | 'numbers'
  /** The lines, without the marks of their kind. */
  readonly lines: readonly string[]
  /** The number of the first line; of `numbers` alone. */
  readonly from: number
}

const MONOSPACE_BLOCK = /(```[\s\S]+?```)/
const NUMBER = /^(\d{1,3})\. /

/** Splits a text as WhatsApp does: quotes `> `, lists `- `, `* ` and `1. `, and all the rest. */
export function chatBlocks(text: string): ChatBlock[] {
  const blocks: { kind: ChatBlock['kind']; lines: string[]; from: number }[] = []
  for (const line of linesOf(text)) {
    const { kind, rest, from } = readLine(line)
    const last = blocks.at(-1)
    if (last?.kind === kind) last.lines.push(rest)
    else blocks.push({ kind, lines: [rest], from })
  }
  return blocks
}

/** Lines within a block of monospace stay together. */
function linesOf(text: string): string[] {
  const lines = ['']
  for (const part of text.split(MONOSPACE_BLOCK)) {
    const [first = '', ...others] = MONOSPACE_BLOCK.test(part) ? [part] : part.split('\n')
    lines.push(`${lines.pop()}${first}`, ...others)
  }
  return lines
}

function readLine(line: string): { kind: ChatBlock['kind']; rest: string; from: number } {
  if (line.startsWith('> ')) return { kind: 'quote', rest: line.slice(2), from: 1 }
  if (/^[-*] \S/.test(line)) return { kind: 'bullets', rest: line.slice(2), from: 1 }
  const [mark, number] = NUMBER.exec(line) ?? []
  if (mark) return { kind: 'numbers', rest: line.slice(mark.length), from: Number(number) }
  return { kind: 'text', rest: line, from: 1 }
}
