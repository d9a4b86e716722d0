import { expect, test } from 'vitest'
import { matchingReplies, searchedReply } from './matching-replies.ts'

test.each<[string, string | null]>([
  ['/', ''],
  ['/par', 'par'],
  ['/parkir kajang', 'parkir kajang'],
  ['see /par', null],
  ['/par\nline', null],
  ['', null],
])('“%s” searches for %j', (text, searched) => {
  expect(searchedReply(text)).toBe(searched)
})

test('a name that begins so comes before one that has it, and both before a text', () => {
  const saved = ['Kereta', 'parkir', 'Waktu', 'Dua parkir'].map((name) => ({
    id: name,
    name,
    start: name === 'Kereta' ? 'Parkir di belakang' : '',
    updatedAt: '2026-11-20T00:00:00.000Z',
  }))
  const found = matchingReplies('PARK', saved).map(({ name }) => name)
  expect(found).toEqual(['parkir', 'Dua parkir', 'Kereta'])
})
