import { describe, expect, it } from 'vitest'
import { arrangeRows, type ListShape, pageOf, type Sorting } from './list-view.ts'

interface Person {
  name: string
  age: number
}

const people: Person[] = [
  { name: 'siti', age: 30 },
  { name: 'Ali 10', age: 9 },
  { name: 'Ali 9', age: 100 },
  { name: 'Åsa', age: 9 },
]
const shape: ListShape<Person, 'name' | 'age'> = {
  words: ({ name, age }) => [name, `${age} years`],
  columns: { name: ({ name }) => name, age: ({ age }) => age },
}

function names(search: string, sorting: Sorting<'name' | 'age'> | null): string[] {
  return arrangeRows(people, shape, search, sorting, 'en').map(({ name }) => name)
}

describe('sorting', () => {
  it.each([
    ['as it came', null, ['siti', 'Ali 10', 'Ali 9', 'Åsa']],
    ['by text', { by: 'name', descending: false }, ['Ali 9', 'Ali 10', 'Åsa', 'siti']],
    ['by text, from the end', { by: 'name', descending: true }, ['siti', 'Åsa', 'Ali 10', 'Ali 9']],
    ['by number', { by: 'age', descending: false }, ['Ali 10', 'Åsa', 'siti', 'Ali 9']],
    [
      'by number, from the end',
      { by: 'age', descending: true },
      ['Ali 9', 'siti', 'Ali 10', 'Åsa'],
    ],
  ] as const)('%s', (_name, sorting, expected) => {
    expect(names('', sorting)).toEqual(expected)
  })
})

it.each([
  ['ALI', ['Ali 10', 'Ali 9']],
  ['  years ali   100 ', ['Ali 9']],
  ['10\nAli', ['Ali 10', 'Ali 9']],
  ['nobody', []],
])('a search for %j', (search, expected) => {
  expect(names(search, null)).toEqual(expected)
})

it('does not change the list it was given', () => {
  names('', { by: 'name', descending: true })
  expect(people[0]?.name).toBe('siti')
})

it.each([
  [0, [0, 1], 0],
  [1, [2, 3], 1],
  [2, [4], 2],
  [9, [4], 2],
  [-1, [0, 1], 0],
])('page %d', (page, rows, current) => {
  expect(pageOf([0, 1, 2, 3, 4], page, 2)).toMatchObject({ rows, page: current, last: 2 })
})

it('an empty list has one page, empty', () => {
  expect(pageOf([], 3, 2)).toEqual({ rows: [], first: 0, page: 0, last: 0 })
})
