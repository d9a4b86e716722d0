import { expect, test } from 'vitest'
import { DomainError } from './errors.ts'
import { describeError } from './log.ts'

const said = (error: unknown) => JSON.stringify(describeError(error))

test('an error is told by its kind, its words and where it came from', () => {
  const error = Object.assign(new TypeError('The line is down.'), { code: 'ECONNRESET' })
  expect(describeError(error)).toMatchObject({
    type: 'TypeError',
    message: 'The line is down.',
    code: 'ECONNRESET',
  })
  expect(said(error)).toContain('log.test.ts')
})

test('a refusal is told by its code, without a stack', () => {
  const { stack, ...told } = describeError(new DomainError('media_storage_away'))
  expect([stack, told.code]).toEqual([undefined, 'media_storage_away'])
})

test('numbers are not told, nor is anything after the first 300 characters', () => {
  const error = new Error(`Nobody at 60123456789@s.whatsapp.net ${'x'.repeat(300)} harga`)
  expect(describeError(error)).toMatchObject({
    message: expect.stringContaining('Nobody at [digits]@s.whatsapp.net'),
  })
  expect(said(error)).not.toMatch(/60123456789|harga/)
})

test('what a parser could not read and a database refused is not told', () => {
  const unreadable = (() => {
    try {
      return JSON.parse('harga kopi')
    } catch (error) {
      return error
    }
  })()
  expect(said(unreadable)).toContain('SyntaxError')
  const refused = Object.assign(new Error('invalid input syntax: "harga"'), {
    severity: 'ERROR',
    code: '22P02',
  })
  expect(said(refused)).toContain('22P02')
  for (const error of [unreadable, refused]) expect(said(error)).not.toContain('harga')
})

test('words that look like a frame are not told twice, and words that are none are no fault', () => {
  const error = new TypeError('')
  error.message = `Unreadable:\n    at 60123456789 (harga:1:2)`
  error.stack = `TypeError: ${error.message}\n    at read (log.ts:1:2)`
  expect(describeError(error)).toMatchObject({ stack: '    at read (log.ts:1:2)' })
  const odd = Object.assign(new Error('x'), { message: 60123456789 })
  expect(describeError(odd)).toMatchObject({ message: '[digits]' })
})

test('what is no error is not told at all', () => {
  expect(describeError('harga')).toEqual({ type: 'string' })
})
