import { describe, expect, it } from 'vitest'
import { fieldIssues } from '#shared/forms/field-issue.ts'
import { ProfileValues } from './profile-values.ts'

const name = 'Aisyah'
const secret = 'kopi-ais-panas'

/** The field and the sentence of the first problem; null when there is none. */
function problemOf(values: object): string | null {
  const parsed = ProfileValues.safeParse({ name, password: '', confirmation: '', ...values })
  const [first] = fieldIssues(parsed.error)
  return first ? `${first[0]}: ${first[1].message}` : null
}

describe('a profile', () => {
  it.each([
    ['without a new password', {}, null],
    ['with one typed twice', { password: secret, confirmation: secret }, null],
    ['with what is left of a confirmation', { confirmation: 'old' }, null],
    [
      'with another confirmation',
      { password: secret, confirmation: 'x' },
      `confirmation: Password and confirmation password do not match.`,
    ],
    [
      'without a confirmation',
      { password: secret },
      `confirmation: Password and confirmation password do not match.`,
    ],
    ['with blanks for a name', { name: '   ' }, 'name: Name is required.'],
    [
      'with a short password',
      { password: 'kopi', confirmation: 'kopi' },
      'password: A password needs at least 8 characters.',
    ],
  ])('%s', (_name, values, problem) => {
    expect(problemOf(values)).toBe(problem)
  })
})

it('an empty password is not sent', () => {
  expect(ProfileValues.parse({ name, password: '', confirmation: '' }).password).toBeUndefined()
})
