import { describe, expect, test } from 'vitest'
import { type Form, firstForm, formAfter, judge, type Known } from './address-form.ts'

test.each<[string, Partial<Known>, Form]>([
  ['the form that was asked for', {}, 'number'],
  ['the form that was asked for', { asked: 'lid' }, 'lid'],
  ['the LID, where the account has moved', { ofAccount: 'lid' }, 'lid'],
  ['the number, where it has not', { asked: 'lid', ofAccount: 'number' }, 'number'],
  ['the form of the last time', { ofAccount: 'lid', ofPerson: 'number' }, 'number'],
  ['the form of the last time', { ofPerson: 'lid' }, 'lid'],
])('first is %s (%o)', (_what, known, form) => {
  expect(firstForm({ asked: 'number', ofPerson: null, ofAccount: null, ...known })).toBe(form)
})

test.each<[Form, string | null, Form | null]>([
  ['number', '463', 'lid'],
  ['lid', '400', 'number'],
  ['number', '400', null],
  ['lid', '463', null],
  ['number', '429', null],
  ['lid', '479', null],
  ['number', null, null],
  ['lid', null, null],
])('after a %s that was answered %s comes %s', (tried, code, next) => {
  expect(formAfter(tried, code)).toBe(next)
})

describe('when both were tried', () => {
  test.each<[Form, string | null, boolean, ReturnType<typeof judge>]>([
    ['lid', null, true, { counts: 'lid', ofPerson: 'lid', ofAccount: 'lid' }],
    ['number', null, true, { counts: 'number', ofPerson: 'number', ofAccount: 'number' }],
    // It may have arrived.
    ['lid', null, false, { counts: 'lid', ofPerson: 'lid', ofAccount: null }],
    ['number', null, false, { counts: 'number', ofPerson: 'number', ofAccount: null }],
    // New chats are limited.
    ['lid', '463', false, { counts: 'lid', ofPerson: 'number', ofAccount: null }],
    ['lid', '400', false, { counts: 'number', ofPerson: 'number', ofAccount: null }],
    ['number', '463', false, { counts: 'number', ofPerson: 'number', ofAccount: null }],
    ['lid', '479', false, { counts: 'lid', ofPerson: 'lid', ofAccount: null }],
    ['number', '400', false, { counts: 'number', ofPerson: 'number', ofAccount: null }],
  ])('the %s last, answered %s (accepted: %s)', (second, code, accepted, verdict) => {
    expect(judge({ second, code, accepted })).toEqual(verdict)
  })
})
