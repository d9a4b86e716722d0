import { globSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ZodMiniType } from 'zod/mini'
import type { CallSpec } from './call.ts'
import { ChatbotItemForm } from './chatbots.ts'
import { issueText, issueTexts } from './issue-texts.ts'
import { issueOf } from './issues.ts'
import { saveAiSettings } from './settings.ts'

const files = globSync('*.ts', { cwd: import.meta.dirname }).filter((name) => !/test/.test(name))
const modules: Record<string, unknown>[] = await Promise.all(
  files.map((file) => import(/* @vite-ignore */ join(import.meta.dirname, file))),
)
const calls = modules.flatMap((module) => Object.values(module)).filter(isCall)

function isCall(value: unknown): value is CallSpec {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}

const problemsOf = (schema: ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((found) => issueText(issueOf(found))) ?? []

/** How the schema library's own messages read. */
const NOT_OURS = /invalid|expected|too (big|small)|unrecognized|must match/i

/** A value of any kind: too long, too large, of the wrong type or missing. */
const awkward = fc.oneof(
  fc.constantFrom(null, undefined, true, -1, 1.5, 1e300, 'x'.repeat(30_000), 'x', '', 'NaN'),
  fc.constantFrom([], Array(5000).fill('x'), [null], [{}], {}, { name: 'x'.repeat(300) }),
  fc.anything(),
)

test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s says in our own sentences what is wrong',
  (_, call) => {
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
        { numRuns: 50 },
      )
    }
  },
)

const form = (fields: object) => ({ name: 'Harga', captionAi: 'RM 5', ...fields })

test.each([
  [{ description: 'x'.repeat(2001) }, 'Use at most 2000 characters.'],
  [{ presenceDelayTime: -1 }, 'Enter whole seconds, from 0 to 25.'],
  [{ sendTo: 'nobody' }, issueTexts.no_choice],
  [{ aiSpintax: 5 }, issueTexts.unreadable],
  [{ keywords: [5] }, issueTexts.unreadable],
  [{ keywords: 'a,'.repeat(50_000) }, null],
  [{ keywords: Array.from({ length: 101 }, (_, n) => `k${n}`) }, 'At most 100 keywords.'],
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
