import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ZodMiniType } from 'zod/mini'
import { errors, errorText } from './errors.ts'
import { isGeneralIssue, issueTemplate, issueText, issueTexts } from './issue-texts.ts'
import { lintTexts } from './lint-texts.ts'
import { QUOTA_REFUSALS, quotaAmountText } from './quotas.ts'
import { isReasonCode, reasonParams, reasonTexts } from './reason-texts.ts'
import { ErrorBody, fillText, Issue } from './refusals.ts'
import { calls, schemas } from './testing/every-export.ts'
import { fieldsOf, issuesOf } from './testing/field-rules.ts'

/** Fields that are submitted but ignored, and a list with bounded entries. */
const READ_BY_NOBODY = ['aiAgentTraining', 'useAI', 'presenceDelay']

const fields = calls.flatMap((call) =>
  (['params', 'query', 'headers', 'body'] as const).flatMap((part) => {
    const schema = call[part]
    const names = Object.keys(schema ? fieldsOf(schema) : {})
    return names
      .filter((name) => !READ_BY_NOBODY.includes(name))
      .map((name) => [`${call.method} ${call.path}`, part, name, schema] as const)
  }),
)

describe('every field of every call', () => {
  test('has a limit for its length', () => {
    for (const [call, part, name, schema] of fields) {
      const found = issuesOf(schema as ZodMiniType, { [name]: 'x'.repeat(1_000_000) })
      const said = `${call}: ${name} of the ${part}`
      expect(
        found.map(({ path }) => path[0]),
        said,
      ).toContain(name)
    }
  })

  test('each call has an address of its own, and names its parameters in it', () => {
    const places = calls.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)
    expect(places).toHaveLength(new Set(places).size)
    for (const { path, params } of calls) {
      const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name).sort()
      expect([path, Object.keys(params ? fieldsOf(params) : {}).sort()]).toEqual([path, named])
    }
  })

  test('reading calls have no body, and calls without content have no response', () => {
    for (const { method, path, body, file, status, response } of calls) {
      if (method === 'GET') expect([path, body, file]).toEqual([path, undefined, undefined])
      expect([path, status === 204 && response !== undefined]).toEqual([path, false])
    }
  })

  test('every call under an admin path is for admins', () => {
    const admins = calls.filter(({ access }) => access === 'admin').map(({ path }) => path)
    const under = calls.filter(({ path }) => path.startsWith('/admin')).map(({ path }) => path)
    // The weather of the sandbox network affects all users, so only admins set it.
    expect(admins.sort()).toEqual([...under, '/sandbox/weather'].sort())
  })
})

/** Any JSON values, with any characters in their texts. */
const anyJson = fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 })
const near = fc.oneof(
  fc.constantFrom('', ' x ', 'true', '5', '[1]', '["a"]', 'null', 'enable', '2026-02-28T00:00:00Z'),
  fc.constantFrom(true, false, null, 0, 5, 1.5, -1),
  fc.array(fc.constantFrom('a', ' ', '', '1')),
  anyJson,
)

describe('whatever a schema accepts', () => {
  test.each(schemas)('as %s survives JSON, and is accepted again as the same', (_name, schema) => {
    const names = Object.keys(fieldsOf(schema))
    const made = fc.oneof(
      near,
      fc.record(Object.fromEntries(names.map((name) => [name, near])), { requiredKeys: [] }),
    )
    fc.assert(
      fc.property(made, (value) => {
        const { data, success } = schema.safeParse(value)
        if (!success || data === undefined) return
        const again = schema.safeParse(JSON.parse(JSON.stringify(data)))
        expect(again.error).toBeUndefined()
        expect(again.data).toEqual(data)
      }),
      { numRuns: 60 },
    )
  })

  test('every export that is read by name is read: the table above is not empty', () => {
    expect(schemas.length).toBeGreaterThan(60)
    expect(fields.length).toBeGreaterThan(80)
    expect(schemas.every(([, schema]) => schema instanceof ZodMiniType)).toBe(true)
  })
})

const marks = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

describe('texts', () => {
  const refusals = Object.entries(errors).map(([code, { text }]) => [code, text] as const)
  const texts = [
    ...refusals,
    ...[issueTexts, reasonTexts, lintTexts].flatMap((table) => Object.entries<string>(table)),
  ]

  test('are filled in with values unchanged', () => {
    for (const [code, text] of texts) {
      const names = marks(text)
      const params = Object.fromEntries(names.map((name) => [name, `{${name}}$&$1`]))
      const filled = fillText(text, params)
      // Placeholders and replacement patterns inside a value are inserted literally.
      for (const name of names) expect(filled, code).toContain(`{${name}}$&$1`)
      expect(fillText(text, {})).toBe(text)
    }
  })

  test('an issue with the code of a refusal has its text', () => {
    for (const [code, text] of refusals) {
      if (!Object.hasOwn(issueTexts, code)) expect(issueTemplate(code)).toBe(text)
    }
  })

  test('there is no sentence for an unknown code, whatever else it names', () => {
    for (const code of ['', 'nothing', 'toString', '__proto__', 'constructor', 'hasOwnProperty']) {
      expect(issueTemplate(code), code).toBeNull()
      expect(issueText({ code, params: {} }), code).toBeNull()
      expect(isGeneralIssue(code), code).toBe(false)
      expect(isReasonCode(code), code).toBe(false)
    }
  })

  test('values without a placeholder are ignored', () => {
    expect(errorText('forbidden', { name: 'Siti' })).toBe(errors.forbidden.text)
    expect(errorText('too_many_requests', { seconds: 0 })).toContain('in 0 seconds')
    expect(errorText('too_many_requests')).toContain('{seconds}')
  })

  test('a known reason has a code, a foreign one only its text', () => {
    expect(reasonParams({ code: 'api_status', params: { status: 503 } })).toEqual({
      status: 503,
      reason: 'The server answered with status 503.',
      reasonCode: 'api_status',
    })
    expect(reasonParams('quota exceeded')).toEqual({ reason: 'quota exceeded' })
  })

  test('every refusal has a status of a refusal', () => {
    for (const [code, { status }] of Object.entries(errors)) {
      expect([code, status >= 400 && status < 504]).toEqual([code, true])
    }
  })

  test('every quota has its refusal, with a place for its limit', () => {
    for (const code of Object.values(QUOTA_REFUSALS)) {
      expect([code, marks(errors[code].text).length > 0]).toEqual([code, true])
    }
  })

  test.each<[Parameters<typeof quotaAmountText>, string]>([
    [['contacts', 0], '0'],
    [['contacts', 250_000], '250,000'],
    [['mediaBytes', 0], '0 MB'],
    [['mediaBytes', 1024 ** 3 - 1], '1,024 MB'],
    [['mediaBytes', 1024 ** 3], '1 GB'],
    [['mediaBytes', 1.55 * 1024 ** 3], '1.6 GB'],
    [['mediaBytes', 1000 * 1024 ** 3], '1,000 GB'],
  ])('%j is %s', (amount, expected) => expect(quotaAmountText(...amount)).toBe(expected))
})

describe('the schema of a refusal', () => {
  const body = { message: 'm', code: 'c' }

  test.each([
    ['a message and a code', body, true],
    ['values', { ...body, params: { n: 1, name: 'x' } }, true],
    ['issues', { ...body, issues: [{ path: ['a', 0], code: 'c', params: {} }] }, true],
    ['no code', { message: 'm' }, false],
    ['a code that is a number', { ...body, code: 5 }, false],
    ['a value that is no value', { ...body, params: { n: { deep: 1 } } }, false],
    ['a value that is a list', { ...body, params: { n: [1] } }, false],
    ['issues that are none', { ...body, issues: ['name'] }, false],
    ['an issue nowhere', { ...body, issues: [{ code: 'c', params: {} }] }, false],
    [
      'an issue at half a place',
      { ...body, issues: [{ path: [0.5], code: 'c', params: {} }] },
      false,
    ],
  ])('%s', (_what, value, isOne) => expect(ErrorBody.safeParse(value).success).toBe(isOne))

  test('an issue of any schema is a valid issue of a refusal', () => {
    fc.assert(
      fc.property(fc.constantFrom(...schemas), anyJson, ([, schema], value) => {
        for (const issue of issuesOf(schema, value)) {
          expect(Issue.parse(JSON.parse(JSON.stringify(issue)))).toEqual(issue)
        }
      }),
      { numRuns: 300 },
    )
  })
})
