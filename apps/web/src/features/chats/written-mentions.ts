import type { ChatPerson } from '@kirim/contract/chat-people'

/** The part of a name that is being written behind an `@`, and where it stands. */
export interface WrittenMention {
  readonly from: number
  readonly to: number
  readonly typed: string
}

/** `@` begins a mention at the start of a word; a name has at most a few words. */
const BEFORE_CURSOR = /(?:^|[\s(])@([\p{L}\p{M}\p{N}'’.-]*(?: [\p{L}\p{M}\p{N}'’.-]*){0,2})$/u

/** The mention that the cursor stands in; null outside of one. */
export function mentionAt(text: string, cursor: number): WrittenMention | null {
  const found = BEFORE_CURSOR.exec(text.slice(0, cursor))
  if (!found) return null
  const typed = found[1] ?? ''
  return { from: cursor - typed.length - 1, to: cursor, typed }
}

/** The people whose name, or a word of it, begins as is typed. */
export function peopleFor(typed: string, people: readonly ChatPerson[]): readonly ChatPerson[] {
  const wanted = typed.toLocaleLowerCase()
  return people.filter(({ name }) => {
    const known = name.toLocaleLowerCase()
    return known.startsWith(wanted) || known.split(' ').some((word) => word.startsWith(wanted))
  })
}

/** A part of a text; one that mentions somebody has their id. */
export interface MentionPart {
  readonly text: string
  readonly personId: string | null
}

/** Splits a text at the mentions in it: an `@` with a name of the team. Longer names come first. */
export function splitMentions(text: string, people: readonly ChatPerson[]): MentionPart[] {
  const byLength = people
    .filter(({ name }) => name !== '')
    .toSorted((a, b) => b.name.length - a.name.length)
  const parts: MentionPart[] = []
  let plain = 0
  let at = text.indexOf('@')
  while (at >= 0) {
    const person = byLength.find(({ name }) => isNamedAt(text, at + 1, name))
    if (person) {
      if (at > plain) parts.push({ text: text.slice(plain, at), personId: null })
      plain = at + 1 + person.name.length
      parts.push({ text: text.slice(at, plain), personId: person.id })
    }
    at = text.indexOf('@', Math.max(at + 1, plain))
  }
  if (plain < text.length) parts.push({ text: text.slice(plain), personId: null })
  return parts
}

/** The ids of those who are mentioned, each once. */
export function mentionedIn(text: string, people: readonly ChatPerson[]): string[] {
  return [...new Set(splitMentions(text, people).flatMap(({ personId }) => personId ?? []))]
}

function isNamedAt(text: string, from: number, name: string): boolean {
  const end = from + name.length
  if (text.slice(from, end).toLocaleLowerCase() !== name.toLocaleLowerCase()) return false
  return !/[\p{L}\p{N}]/u.test(text.charAt(end))
}
