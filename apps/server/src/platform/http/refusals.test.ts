import { type ErrorCode, errors } from '@kirim/contract/errors'
import { ErrorBody, ISSUES_MAX } from '@kirim/contract/refusals'
import Fastify, { type FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { ownerOf } from '../../testing/person.ts'
import type { Person } from '../caller.ts'
import { DomainError } from '../errors.ts'
import { createLog } from '../log.ts'
import { installErrorHandler } from './error-handler.ts'
import { admit } from './guard.ts'
import { MAX_DEPTH, MAX_VALUES, validate } from './validate.ts'

/** The answer when a route throws this. */
async function answerTo(thrown: unknown) {
  const app = Fastify()
  const failed: unknown[] = []
  installErrorHandler(app, createLog('silent'), (error) => failed.push(error))
  app.get('/', () => {
    throw thrown
  })
  const answer = await app.inject({ url: '/' })
  await app.close()
  return { status: answer.statusCode, headers: answer.headers, body: answer.json(), failed }
}

const faultWith = (fields: object) => Object.assign(new Error('secret words of ours'), fields)

describe('a route that throws', () => {
  test('is answered by the status of its refusal', async () => {
    for (const code of Object.keys(errors) as ErrorCode[]) {
      const { status, headers, body } = await answerTo(new DomainError(code))
      expect([status, body.code]).toEqual([errors[code].status, code])
      expect(ErrorBody.parse(body)).toMatchObject({ message: expect.any(String) })
      expect(headers['cache-control']).toBe('no-store')
    }
  })

  test.each<[string, object, ErrorCode]>([
    ['too large', { statusCode: 413 }, 'payload_too_large'],
    ['a file that is too large', { code: 'FST_REQ_FILE_TOO_LARGE' }, 'payload_too_large'],
    ['a type that nobody reads', { statusCode: 415 }, 'unsupported_media_type'],
    ['a range that is not there', { statusCode: 416 }, 'range_not_satisfiable'],
    ['anything a client did', { statusCode: 400 }, 'malformed_request'],
    ['and the last of that', { statusCode: 499 }, 'malformed_request'],
    ['a full disk', { code: 'ENOSPC' }, 'storage_full'],
    ['a full quota of files', { code: 'EDQUOT' }, 'storage_full'],
    ['a full PostgreSQL', { code: '53100' }, 'storage_full'],
    ['a full SQLite', { errcode: 13 }, 'storage_full'],
    ['a row that went meanwhile', { code: '23503' }, 'gone_meanwhile'],
    ['the same on SQLite', { errcode: 787 }, 'gone_meanwhile'],
    ['anything else', {}, 'internal_error'],
    ['another rule of the tables', { code: '23505', errcode: 2067 }, 'internal_error'],
    ['a server that is called', { statusCode: 502 }, 'internal_error'],
    ['a number that is no status', { statusCode: 200 }, 'internal_error'],
  ])('%s is told as what it is, without our words', async (_what, fields, code) => {
    const fault = faultWith(fields)
    const { status, body, failed } = await answerTo(fault)
    expect([status, body.code]).toEqual([errors[code].status, code])
    expect(JSON.stringify(body)).not.toContain('secret words')
    expect(failed).toEqual([fault])
  })

  test('tells when to come again, where that is known, and each field', async () => {
    const issue = { path: ['name'], code: 'name_required' as const, params: {} }
    const { headers, body } = await answerTo(
      new DomainError('too_many_requests', { seconds: 7 }, [issue]),
    )
    expect(headers['retry-after']).toBe('7')
    expect(body).toMatchObject({ params: { seconds: 7 }, issues: [issue] })
    const plain = await answerTo(new DomainError('forbidden'))
    expect(plain.headers['retry-after']).toBeUndefined()
    expect(plain.body).toEqual({ message: 'Access denied', code: 'forbidden', params: {} })
  })

  test('and an address that is not there', async () => {
    const app = Fastify()
    installErrorHandler(app, createLog('silent'))
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const answer = await app.inject({ method, url: '/nowhere' })
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
    }
    await app.close()
  })
})

const Anything = z.unknown()
const refusalOf = (schema: z.ZodMiniType, value: unknown) => {
  try {
    validate(schema, value)
    return null
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}
const nested = (depth: number): unknown => (depth === 0 ? 'x' : [nested(depth - 1)])

describe('what comes in', () => {
  test('nests so deep and holds so many values, and no more', () => {
    expect(refusalOf(Anything, nested(MAX_DEPTH))).toBeNull()
    expect(refusalOf(Anything, nested(MAX_DEPTH + 1))?.code).toBe('malformed_request')
    expect(refusalOf(Anything, Array(MAX_VALUES - 1).fill(0))).toBeNull()
    expect(refusalOf(Anything, Array(MAX_VALUES).fill(0))?.code).toBe('malformed_request')
    const wide = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [n, Array(50).fill(n)]))
    expect(refusalOf(Anything, wide)?.code).toBe('malformed_request')
  })

  test.each<[string, unknown]>([
    ['a text', 'a\0b'],
    ['a field', { name: '\0' }],
    ['a list within', { list: [['ok', '\0']] }],
  ])('holds no NUL: %s is refused before its schema sees it', (_what, value) => {
    const seen: unknown[] = []
    const noting = z.unknown().check(z.refine((one) => seen.push(one) > 0))
    expect(refusalOf(noting, value)?.code).toBe('malformed_request')
    expect(seen).toEqual([])
  })

  test('is looked at again once a text of it was unfolded into a list', () => {
    const unfolding = z.pipe(
      z.string(),
      z.transform((text) => JSON.parse(text)),
    )
    expect(refusalOf(unfolding, '[1]')).toBeNull()
    expect(refusalOf(unfolding, JSON.stringify(nested(MAX_DEPTH + 1)))?.code).toBe(
      'malformed_request',
    )
    expect(refusalOf(unfolding, JSON.stringify(['a\0']))?.code).toBe('malformed_request')
  })

  test('is told all of what is wrong: so many issues, each sentence once', () => {
    const Form = z.object({ tags: z.array(z.string()), name: z.string() })
    const refusal = refusalOf(Form, { tags: Array(100).fill(5) })
    expect(refusal?.code).toBe('validation_failed')
    expect(refusal?.issues).toHaveLength(ISSUES_MAX)
    expect(refusal?.issues[0]).toEqual({ path: ['tags', 0], code: 'unreadable', params: {} })
    expect(refusal?.message.split('. ')).toHaveLength(10)
    const single = refusalOf(Form, { tags: [] })
    expect(single?.message).toBe('name: This field is required.')
  })

  test('is what its schema makes of it', () => {
    const Form = z.object({ n: z.coerce.number(), left: z._default(z.string(), 'x') })
    expect(validate(Form, { n: '5', other: 1 })).toEqual({ n: 5, left: 'x' })
  })
})

describe('who calls', () => {
  const caller = (role: 'user' | 'admin') => ownerOf('u', { isAdmin: role === 'admin' })
  const asked: string[] = []
  const knows = (found: Person | null) => async (token: string) => {
    asked.push(token)
    return found
  }
  const request = (authorization?: string) =>
    ({ headers: { authorization } }) as unknown as FastifyRequest

  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer  two blanks',
    'Bearer two words',
    'Basic dXNlcjpwYXNz',
    'token',
    ' Bearer token',
    'Bearer token\n',
    'Bearer tökén',
    'Bearer to;ken',
    `Bearer ${'x'.repeat(201)}`,
    `Bearer ${'x'.repeat(1_000_000)}`,
  ])('with %.30j is nobody, and no token is looked up', async (header) => {
    asked.length = 0
    const admitted = admit(request(header), { access: 'user' }, knows(caller('admin')))
    await expect(admitted).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(asked).toEqual([])
  })

  test.each([
    ['user', 'user', null],
    ['user', 'admin', null],
    ['admin', 'admin', null],
    ['admin', 'user', 'forbidden'],
  ] as const)('a call for a %s is for a %s, or refused as %s', async (access, role, refusal) => {
    const admitted = admit(request('bearer t.o-k_e~n+/='), { access }, knows(caller(role)))
    if (refusal) await expect(admitted).rejects.toMatchObject({ code: refusal })
    else expect(await admitted).toMatchObject({ isAdmin: role === 'admin' })
    expect(asked.at(-1)).toBe('t.o-k_e~n+/=')
  })

  test('with a token that nobody knows is nobody, and nobody is asked who in public', async () => {
    const unknown = admit(request('Bearer t'), { access: 'admin' }, knows(null))
    await expect(unknown).rejects.toMatchObject({ code: 'unauthenticated' })
    asked.length = 0
    expect(
      await admit(request('Bearer t'), { access: 'public' }, knows(caller('admin'))),
    ).toBeNull()
    expect(asked).toEqual([])
    const broken = admit(request('Bearer t'), { access: 'user' }, () =>
      Promise.reject(new Error('no database')),
    )
    await expect(broken).rejects.toThrow('no database')
  })
})
