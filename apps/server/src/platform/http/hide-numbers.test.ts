import type { CallSpec } from '@kirim/contract/call'
import { PersonNumber, PersonParams } from '@kirim/contract/person-number'
import { calls } from '@kirim/contract/testing/every-export'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { numbersIn } from '../hidden-numbers/numbers-in.ts'
import { maskAnswer } from './hide-numbers.ts'
import { listInPages } from './streamed.ts'

const number = fc.stringMatching(/^[1-9]\d{6,14}$/)

/** Any value of a schema of answers; its texts say one of the numbers now and then. */
function anyOf(schema: z.core.$ZodType, numbers: readonly string[]): fc.Arbitrary<unknown> {
  const inner = (one: z.core.$ZodType) => anyOf(one, numbers)
  const text = fc.tuple(fc.constantFrom('', 'Ali ', '+', '99 '), fc.constantFrom('', ...numbers))
  if (schema === PersonNumber) return fc.constantFrom(...numbers)
  if (schema === PersonParams) return fc.record({ number: fc.constantFrom(...numbers) })
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(def.shape).map(([name, one]) => [name, inner(one)])),
      )
    case 'array':
      return fc.array(inner(def.element), { maxLength: 3 })
    case 'record':
      return fc.dictionary(fc.constantFrom('city', 'day'), inner(def.valueType))
    case 'union':
      return fc.oneof(...def.options.map(inner))
    case 'nullable':
    case 'optional':
    case 'default':
      return inner(def.innerType)
    case 'pipe':
      return inner(def.out)
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'number':
      return fc.nat({ max: 999_999 })
    case 'boolean':
      return fc.boolean()
    case 'string':
      return 'format' in def
        ? fc.constant('2026-11-29T13:09:29.078Z')
        : text.map((parts) => parts.join(''))
    default:
      return fc.constant(null)
  }
}

const withNumbers = calls.filter(({ response }) => response && numbersIn(response))

/** Numbers of the workspace itself, and what was in the file that is answered. */
const OF_NOBODY = [
  'GET /whatsapp/devices phoneNumber',
  'POST /campaigns/:deviceId/test phoneNumber',
  'POST /contacts/upload/columns phoneNumber',
]

/** What a list has in it; anything else itself. */
function entryOf(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'array' ? def.element : schema
}

/** The names of fields that sound like a number of a person, and are not declared as one. */
function undeclaredIn(schema: z.core.$ZodType): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) =>
        /phone_?number|jid|chat_?key/i.test(name) && entryOf(field) !== PersonNumber
          ? [name]
          : undeclaredIn(field),
      )
    case 'array':
      return undeclaredIn(def.element)
    case 'record':
      return undeclaredIn(def.valueType)
    case 'union':
      return def.options.flatMap(undeclaredIn)
    case 'nullable':
    case 'optional':
    case 'default':
      return undeclaredIn(def.innerType)
    case 'pipe':
      return undeclaredIn(def.out)
    default:
      return []
  }
}

test('a field of an answer that is called like a number of a person is declared as one', () => {
  const found = calls
    .filter(({ shows }) => !shows?.includes('phone numbers'))
    .flatMap(({ method, path, response }) =>
      response ? undeclaredIn(response).map((name) => `${method} ${path} ${name}`) : [],
    )
  expect(found.filter((field) => !OF_NOBODY.includes(field))).toEqual([])
})

test('the answers with numbers of people are known', () => {
  expect(withNumbers.length).toBeGreaterThan(10)
})

test.each(withNumbers.map((spec) => [`${spec.method} ${spec.path}`, spec] as const))(
  'nothing of a number is left in any answer of %s',
  (_name, spec: CallSpec) => {
    const { response } = spec
    if (!response) throw new Error('It has an answer.')
    const made = fc
      .uniqueArray(number, { minLength: 2, maxLength: 3 })
      .chain((numbers) => fc.tuple(fc.constant(numbers), anyOf(response, numbers)))
    fc.assert(
      fc.property(made, ([numbers, value]) => {
        const collected = new Set<string>()
        numbersIn(response)?.(value, collected)
        const shown = JSON.stringify(maskAnswer(spec, value as never))
        for (const one of numbers) if (collected.has(one)) expect(shown).not.toContain(one)
      }),
      { numRuns: 60 },
    )
  },
)

const Person = z.object({ id: z.string(), name: z.string(), at: z.string(), number: PersonNumber })
const spec = {
  method: 'GET',
  path: '/x',
  summary: '',
  status: 200,
  response: z.array(Person),
} as const
const person = (name: string) => ({
  id: '01936789-1234-7567-8000-000060123456',
  name,
  at: '2026-11-29T13:09:29.078Z',
  number: '60123454821',
})

test.each([
  ['60123454821', '•••• 4821'],
  ['+60 12-345 4821', '•••• 4821'],
  ['(+60) 12 345-4821', '•••• 4821'],
  ['Ali 012-345 4821 kedai', 'Ali •••• 4821 kedai'],
  ['call 0060123454821!', 'call •••• 4821!'],
  ['60123454821@s.whatsapp.net', '•••• 4821@s.whatsapp.net'],
  ['99 60123454821 60123454821 7', '99 •••• 4821 •••• 4821 7'],
  ['Ali 2', 'Ali 2'],
  ['Order 60199999999', 'Order 60199999999'],
])('a text %j beside the number is shown as %j', (name, shown) => {
  expect(maskAnswer(spec, [person(name)])).toEqual([{ ...person(shown), number: '•••• 4821' }])
})

test('an answer without numbers is the very same', () => {
  const answer = [{ ...person('Ali'), number: '' }]
  expect(maskAnswer(spec, answer)).toBe(answer)
})

test('a long list is masked page by page', async () => {
  async function* pages() {
    yield [person('60123454821')]
    yield [person('+60 12-345 4821')]
  }
  const { parts } = maskAnswer(spec, listInPages(pages())) as ReturnType<typeof listInPages>
  let text = ''
  for await (const part of parts) text += part
  expect(JSON.parse(text)).toEqual([
    { ...person('•••• 4821'), number: '•••• 4821' },
    { ...person('•••• 4821'), number: '•••• 4821' },
  ])
})
