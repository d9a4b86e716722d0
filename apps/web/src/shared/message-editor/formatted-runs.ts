import { type Format, MARKS } from './text-edits.ts'

/** A part of a message with the formats WhatsApp applies. */
export interface Run {
  text: string
  formats: readonly Format[]
  /** It lies within one of the given parts of the text. */
  isMarked?: boolean
}

/** A part of a text, in UTF-16 code units. */
export interface Span {
  readonly start: number
  readonly end: number
}

const MONOSPACE = /```([\s\S]+?)```|`([^\s`](?:[^`\n]*[^\s`])?)`/g
const INLINE: readonly Format[] = ['bold', 'italic', 'strikethrough']
const WORD = /[\p{L}\p{N}]/u

/** Noncharacters, which no message contains. */
const START = '\uFDD0'
const END = '\uFDD1'

/** The formatted runs of a text, split where its marked parts begin and end. */
export function markedRuns(text: string, marked: readonly Span[]): Run[] {
  if (marked.length === 0) return formattedRuns(text)
  let isMarked = false
  return formattedRuns(withMarks(text, marked)).flatMap((run) =>
    run.text.split(/(?=[\uFDD0\uFDD1])/).flatMap((part): Run[] => {
      if (part.startsWith(START)) isMarked = true
      if (part.startsWith(END)) isMarked = false
      const rest = part.replace(/^[\uFDD0\uFDD1]/, '')
      return rest === '' ? [] : [{ ...run, text: rest, isMarked }]
    }),
  )
}

function withMarks(text: string, marked: readonly Span[]): string {
  let end = 0
  const parts = marked.map((span) => {
    const before = text.slice(end, span.start)
    end = span.end
    return before + START + text.slice(span.start, span.end) + END
  })
  return parts.join('') + text.slice(end)
}

/**
 * Parses WhatsApp's format marks, which touch the edges of words, close on the same line and may be
 * nested. Unclosed marks are text. Linear time for each of the few levels.
 */
export function formattedRuns(text: string): Run[] {
  const runs: Run[] = []
  let end = 0
  for (const match of text.matchAll(MONOSPACE)) {
    inlineRuns(text.slice(end, match.index), [], runs)
    runs.push({ text: match[1] ?? match[2] ?? '', formats: ['monospace'] })
    end = match.index + match[0].length
  }
  inlineRuns(text.slice(end), [], runs)
  return runs
}

function inlineRuns(text: string, outer: readonly Format[], runs: Run[]): void {
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) append(runs, '\n', outer)
    lineRuns(line, outer, runs)
  }
}

function lineRuns(line: string, outer: readonly Format[], runs: Run[]): void {
  const free = INLINE.filter((format) => !outer.includes(format))
  // Formats without a closing mark in the rest of the line.
  const hopeless = new Set<Format>()
  let plain = 0
  let position = 0
  while (position < line.length) {
    const format = free.find((known) => MARKS[known] === line[position] && !hopeless.has(known))
    if (!format || !opens(line, position)) {
      position += 1
      continue
    }
    const closer = closerOf(line, position, MARKS[format])
    if (closer === -1) {
      hopeless.add(format)
      position += 1
      continue
    }
    append(runs, line.slice(plain, position), outer)
    lineRuns(line.slice(position + 1, closer), [...outer, format], runs)
    position = closer + 1
    plain = position
  }
  append(runs, line.slice(plain), outer)
}

function opens(line: string, at: number): boolean {
  return !WORD.test(line[at - 1] ?? '') && /\S/.test(line[at + 1] ?? '')
}

function closerOf(line: string, opener: number, mark: string): number {
  for (let at = line.indexOf(mark, opener + 2); at !== -1; at = line.indexOf(mark, at + 1)) {
    if (/\S/.test(line[at - 1] ?? '') && !WORD.test(line[at + 1] ?? '')) return at
  }
  return -1
}

function append(runs: Run[], text: string, formats: readonly Format[]): void {
  if (text === '') return
  const last = runs.at(-1)
  if (last && String(last.formats) === String(formats)) last.text += text
  else runs.push({ text, formats })
}
