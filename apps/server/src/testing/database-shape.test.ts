import { expect, test } from 'vitest'
import { breaksOlder, type Column, type Shape } from './database-shape.ts'

const required: Column = { type: 'text', isRequired: true, hasDefault: false }
const optional: Column = { ...required, isRequired: false }
const filled: Column = { ...required, hasDefault: true }

const shape = (columns: Record<string, Column>, rules: Shape['rules'] = {}): Shape => ({
  tables: { people: columns },
  rules,
})
const unique = (table: string) => ({ one: { table, text: 'unique (name)' } })

test.each([
  ['nothing', shape({ name: required }), []],
  ['a column that may be empty', shape({ name: required, age: optional }), []],
  ['a column with a default', shape({ name: required, age: filled }), []],
  ['a column that need not be written any more', shape({ name: filled }), []],
  ['a table', { ...shape({ name: required }), tables: { people: { name: required }, x: {} } }, []],
  ['a rule of a new table', shape({ name: required }, unique('x')), []],
  [
    'a column that must be written',
    shape({ name: required, age: required }),
    ['people.age is new and must be written'],
  ],
  ['a column less', shape({}), ['people.name is gone']],
  ['a table less', { tables: {}, rules: {} }, ['people is gone']],
  [
    'another type',
    shape({ name: { ...required, type: 'bigint' } }),
    ['people.name was text, and is bigint'],
  ],
  [
    'a rule of a table',
    shape({ name: required }, unique('people')),
    ['people has a new rule, one'],
  ],
])(
  'of a newer version that has %s, an older server can say whether it goes on',
  (_, after, why) => {
    expect(breaksOlder(shape({ name: required }), after)).toEqual(why)
  },
)

test.each([
  ['may be empty', optional, required, ['may not be null any more', 'has no default any more']],
  ['has a default', filled, required, ['has no default any more']],
])('a column that %s stays so', (_, before, after, why) => {
  const broken = breaksOlder(shape({ name: before }), shape({ name: after }))
  expect(broken).toEqual(why.map((one) => `people.name ${one}`))
})
