import { NewContact } from '@kirim/contract/contacts'
import { NAME_MAX_LENGTH } from '@kirim/contract/limits'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { i18n } from '#shared/i18n/i18n.ts'
import { textKey } from '#shared/i18n/text-key.ts'
import { messagesOf } from '#shared/testing/messages-of.ts'
import { fieldIssue, fieldIssues, fieldProblem, ownIssue, toFieldIssue } from './field-issue.ts'
import { issueResolver } from './issue-resolver.ts'

afterEach(() => i18n.changeLanguage('en'))

const TOO_LONG = 'A name may have at most 200 characters.'
const TOO_LONG_MS = 'Nama boleh mempunyai paling banyak 200 aksara.'

describe('schema errors', () => {
  const found = (values: unknown) =>
    messagesOf(Object.fromEntries(fieldIssues(NewContact.safeParse(values).error)))

  it.each([
    ['nothing', { name: 'Ali', phoneNumber: '1' }, {}],
    [
      'each field once',
      { name: '', phoneNumber: ' ' },
      { name: 'Name is required.', phoneNumber: 'Phone number is required.' },
    ],
    ['the longest name', { name: 'x'.repeat(NAME_MAX_LENGTH), phoneNumber: '1' }, {}],
    [
      'one letter more',
      { name: 'x'.repeat(NAME_MAX_LENGTH + 1), phoneNumber: '1' },
      { name: TOO_LONG },
    ],
    ['a field that is not there', { name: 'Ali' }, { phoneNumber: 'Phone number is required.' }],
    ['the whole, which is no field', 'text', {}],
  ])('%s', (_what, values, messages) => {
    expect(found(values)).toEqual(messages)
  })

  it('keep the first of two issues of a field', () => {
    const short = z.string().check(z.minLength(3, 'text_too_short'), z.regex(/^\d+$/, 'no_number'))
    const { error } = z.object({ n: short }).safeParse({ n: 'a' })
    expect(fieldIssues(error).get('n')).toMatchObject({
      type: 'text_too_short',
      params: { min: 3 },
    })
  })

  it('of a list item belong to the list', () => {
    const schema = z.object({ rows: z.array(z.object({ n: z.number() })) })
    const { error } = schema.safeParse({ rows: [{ n: 1 }, { n: 'a' }, {}] })
    expect([...fieldIssues(error).keys()]).toEqual(['rows'])
  })
})

describe('translation', () => {
  it.each([
    ['of the contract', fieldIssue('name_too_long', { max: 200 }), TOO_LONG, TOO_LONG_MS],
    [
      'of the form itself',
      ownIssue(textKey('No File Selected')),
      'No File Selected',
      'Tiada Fail Dipilih',
    ],
    [
      "the server's own, of a code nobody knows",
      toFieldIssue('newer_rule', {}, 'A newer rule.'),
      'A newer rule.',
      'A newer rule.',
    ],
    [
      'one whose value is missing, as it came',
      toFieldIssue('name_too_long', {}, 'Too long.'),
      'Too long.',
      'Too long.',
    ],
  ])('%s', async (_what, issue, english, malay) => {
    expect(fieldProblem(issue)).toBe(english)
    await i18n.changeLanguage('ms')
    expect(fieldProblem(issue)).toBe(malay)
  })

  it('is undefined without an error or without a message', () => {
    expect(fieldProblem(undefined)).toBeUndefined()
    expect(fieldProblem({ type: 'required', message: '' })).toBeUndefined()
  })
})

describe('a form with a schema', () => {
  const Row = z.object({ path: z.string().check(z.minLength(1, 'missing')) })
  const resolve = issueResolver(z.object({ name: z.string().check(z.trim()), rows: z.array(Row) }))
  const ask = (values: Parameters<typeof resolve>[0]) =>
    resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false })

  it('gets the parsed values', async () => {
    const { values, errors } = await ask({ name: ' Ali ', rows: [] })
    expect([values, errors]).toEqual([{ name: 'Ali', rows: [] }, {}])
  })

  it('gets errors by field and no values', async () => {
    const { values, errors } = await ask({ name: '', rows: [{ path: 'a' }, { path: '' }] })
    expect(values).toEqual({})
    expect(errors).toEqual({
      rows: [undefined, { path: expect.objectContaining({ type: 'missing' }) }],
    })
  })

  it('gets the first of two issues of a field', async () => {
    const both = z.string().check(z.minLength(3, 'text_too_short'), z.regex(/^\d+$/, 'no_number'))
    const { errors } = await issueResolver(z.object({ n: both }))({ n: 'a' }, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    })
    expect(errors).toMatchObject({ n: { type: 'text_too_short', params: { min: 3 } } })
  })
})
