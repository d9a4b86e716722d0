import type { ChatPerson } from '@kirim/contract/chat-people'
import { expect, test } from 'vitest'
import { mentionAt, mentionedIn, peopleFor, splitMentions } from './written-mentions.ts'

const person = (id: string, name: string): ChatPerson => ({
  id,
  name,
  mayWrite: true,
  isHere: false,
})
const TEAM = [person('f', 'Farid'), person('fh', 'Farid Hakim'), person('a', 'Aina Sofea')]

test.each<[string, string | null]>([
  ['@', ''],
  ['boleh @Fa', 'Fa'],
  ['@Farid Ha', 'Farid Ha'],
  ['mail farid@kopi', null],
  ['@Farid tolong hantar peta', null],
  ['no mention', null],
])('what is being written in “%s” is “%s”', (text, typed) => {
  expect(mentionAt(text, text.length)?.typed ?? null).toBe(typed)
})

test('a mention is found where the cursor is, not at the end', () => {
  expect(mentionAt('@Fa tolong', 3)).toEqual({ from: 0, to: 3, typed: 'Fa' })
})

test.each<[string, string[]]>([
  ['', ['f', 'fh', 'a']],
  ['far', ['f', 'fh']],
  ['HAK', ['fh']],
  ['sof', ['a']],
  ['x', []],
])('for “%s” are suggested %j', (typed, ids) => {
  expect(peopleFor(typed, TEAM).map(({ id }) => id)).toEqual(ids)
})

test.each<[string, string[]]>([
  ['@Farid Hakim dan @aina sofea', ['fh', 'a']],
  ['@Farid, tolong', ['f']],
  ['@Farid @Farid', ['f']],
  ['@Faridah', []],
  ['a@b', []],
])('“%s” mentions %j', (text, ids) => {
  expect(mentionedIn(text, TEAM)).toEqual(ids)
})

test('the parts of a text are its very words', () => {
  const text = 'Hai @Farid Hakim, @siapa @Aina Sofea!'
  const parts = splitMentions(text, TEAM)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.filter(({ personId }) => personId !== null).map((part) => part.text)).toEqual([
    '@Farid Hakim',
    '@Aina Sofea',
  ])
})
