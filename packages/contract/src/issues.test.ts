import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ChatbotItemForm } from './chatbots.ts'
import { issueTemplate, issueText, issueTexts } from './issue-texts.ts'
import { issueOf } from './issues.ts'
import { saveAiSettings } from './settings.ts'
import { checkIssuesOf } from './testing/checks.ts'
import { calls, schemas } from './testing/every-export.ts'

const problemsOf = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((found) => issueText(issueOf(found))) ?? []

/** The style of the schema library's own messages. */
const NOT_OURS = /invalid|expected|too (big|small)|unrecognized|must match/i

/** A value of any kind: too long, too large, of the wrong type or missing. */
const awkward = fc.oneof(
  fc.constantFrom(null, undefined, true, -1, 1.5, 1e300, 'x'.repeat(30_000), 'x', '', 'NaN'),
  fc.constantFrom([], Array(5000).fill('x'), [null], [{}], {}, { name: 'x'.repeat(300) }),
  fc.anything(),
)

test('every call says in our own sentences what is wrong', () => {
  for (const call of calls) {
    for (const schema of [call.params, call.query, call.body]) {
      if (!schema) continue
      const names = 'shape' in schema ? Object.keys(schema.shape as object) : []
      const anyBody = fc.oneof(
        awkward,
        fc.record(Object.fromEntries(names.map((name) => [name, awkward]))),
      )
      fc.assert(
        fc.property(anyBody, (value) => {
          for (const message of problemsOf(schema, value)) {
            expect(message).not.toMatch(NOT_OURS)
            // A missing value would leave its placeholder behind.
            expect(message).toMatch(/^[A-Z'][^{}]*[.!?]$/)
          }
        }),
        { numRuns: 20 },
      )
    }
  }
})

describe('every check of every schema', () => {
  const parts = calls.flatMap(({ params, query, body, response }) => [
    params,
    query,
    body,
    response,
  ])
  const all = [...schemas.map(([, schema]) => schema), ...parts.filter((one) => one !== undefined)]
  const found = all.flatMap((schema) => checkIssuesOf(schema))
  const codes = [...new Set(found.map(({ code }) => code))]

  test('gives a code that has a text, and the values of that text', () => {
    for (const { code, params } of found) {
      const text = issueTemplate(String(code))
      expect(text, String(code)).not.toBeNull()
      const asked = [...(text ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(params, String(code)).toEqual(expect.arrayContaining(asked))
    }
  })

  test('is walked', () => {
    expect(codes.length).toBeGreaterThan(30)
    const inside = z.object({ list: z.array(z.string().check(z.maxLength(5, 'Too long.'))) })
    expect(checkIssuesOf(inside)).toEqual([{ code: 'Too long.', params: ['max'] }])
  })
})

const form = (fields: object) => ({ name: 'Harga', captionAi: 'RM 5', ...fields })

test.each([
  [{ description: 'x'.repeat(2001) }, 'Use at most 2000 characters.'],
  [{ presenceDelayTime: -1 }, 'Enter whole seconds, from 0 to 25.'],
  [{ sendTo: 'nobody' }, issueTexts.no_choice],
  [{ aiSpintax: 5 }, issueTexts.unreadable],
  [{ keywords: [5] }, issueTexts.unreadable],
  [{ keywords: 'a,'.repeat(50_000) }, null],
  [{ keywords: Array.from({ length: 101 }, (_, n) => `k${n}`) }, 'Use at most 100 keywords.'],
  [{ keywords: 'x'.repeat(201) }, 'A keyword may have at most 200 characters.'],
])('%o', (fields, expected) => {
  expect(problemsOf(ChatbotItemForm, form(fields))).toEqual(expected ? [expected] : [])
})

test.each([
  [{ monthlyLimit: -1 }, 'Use a number of at least 0.'],
  [{ monthlyLimit: 1_000_001 }, 'Use a number of at most 1000000.'],
  [{ monthlyLimit: 'many' }, issueTexts.no_number],
  [{ monthlyLimit: 1.5 }, issueTexts.no_whole_number],
  [{ provider: undefined }, issueTexts.missing],
])('AI settings with %o', (fields, expected) => {
  const settings = { provider: 'openai', apiKey: 'k', ...fields }
  expect(problemsOf(saveAiSettings.body, settings)).toEqual([expected])
})

const longest = Array.from({ length: 100 }, (_, n) => String(n).padStart(200, 'k'))

test.each<[string, unknown, string[]]>([
  ['one text', 'harga', ['harga']],
  ['words with separators', ' harga , berapa;jam\r\nbuka\n', ['harga', 'berapa', 'jam', 'buka']],
  ['separators of other scripts', 'a،b؛c､d、e，f；g', ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
  ['a list', ['harga', 'jam, buka', 'harga'], ['harga', 'jam', 'buka']],
  ['a JSON list of texts', '["harga", "jam buka"]', ['harga', 'jam buka']],
  ['brackets', '[vip]', ['[vip]']],
  ['brackets in a list', ['[vip]', '[1]', '["a"]'], ['[vip]', '[1]', '["a"]']],
  ['a number in brackets', '[1]', ['[1]']],
  ['brackets, then more', '[vip], harga', ['[vip]', 'harga']],
  ['nothing', '', []],
  ['an empty list', '[]', []],
  ['as many and as long as can be, in a text', longest.join(', '), longest],
  ['as many and as long as can be, in JSON', JSON.stringify(longest), longest],
])('keywords may be %s', (_, keywords, expected) => {
  expect(ChatbotItemForm.parse(form({ keywords })).keywords).toEqual(expected)
})
