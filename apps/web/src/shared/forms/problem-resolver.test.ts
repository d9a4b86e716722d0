// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { type FieldIssue, ownIssue } from './field-issue.ts'
import { problemResolver } from './problem-resolver.ts'

const early = ownIssue('It is over.')
const half = ownIssue('Give the whole date.')

type Values = { at: string; note: string }
const resolve = problemResolver<Values>(
  ({ at }): Partial<Record<keyof Values, FieldIssue>> => (at === 'past' ? { at: early } : {}),
  { at: half },
)

/** A box of the page; one that holds half a date has no value, and says so. */
function ask(values: Values, box: 'whole' | 'half' | 'none' | 'no input') {
  const ref = document.createElement(box === 'no input' ? 'textarea' : 'input')
  Object.defineProperty(ref, 'validity', { value: { badInput: box !== 'whole' } })
  const fields = box === 'none' ? {} : { at: { ref, name: 'at' as const } }
  return resolve(values, undefined, { fields, shouldUseNativeValidation: false })
}

it.each([
  ['nothing is wrong', { at: 'later', note: 'x' }, 'whole', null],
  ['the values are wrong', { at: 'past', note: 'x' }, 'whole', early],
  ['the box cannot be read', { at: '', note: 'x' }, 'half', half],
  ['both: the box comes first, as it stands', { at: 'past', note: 'x' }, 'half', half],
  ['the box is not on the page', { at: '', note: 'x' }, 'none', null],
  ['the box is one that holds any text', { at: '', note: 'x' }, 'no input', null],
] as const)('%s', async (_what, values, box, problem) => {
  const answer = await ask(values, box)
  expect(answer).toEqual(problem ? { values: {}, errors: { at: problem } } : { values, errors: {} })
})
