import { describe, expect, test } from 'vitest'
import type { ZodMiniType } from 'zod/mini'
import { type IssueCode, issueText } from '../issue-texts.ts'
import { issueOf } from '../issues.ts'
import type { ErrorParams } from '../refusals.ts'

/** A value that a field accepts, and the parsed value if it differs. */
export type Taken = readonly [what: string, value: unknown, becomes?: unknown]

/** A value that a field refuses, and the only issue expected. */
export type Refused = readonly [what: string, value: unknown, code: IssueCode, params?: ErrorParams]

export interface FieldRules {
  readonly takes: readonly Taken[]
  readonly refuses: readonly Refused[]
}

/** The parsed value of a field that is left out; without it, the field is required. */
interface Presence {
  readonly leftOut?: { readonly becomes: unknown }
  /** The issue when it is left out, or of another type. */
  readonly none?: IssueCode
}

function presence({ leftOut, none }: Presence): FieldRules {
  return leftOut
    ? { takes: [['nothing', undefined, leftOut.becomes]], refuses: [] }
    : { takes: [], refuses: [['nothing', undefined, none ?? 'missing']] }
}

/** Combines the rules. */
export const both = (...rules: readonly FieldRules[]): FieldRules => ({
  takes: rules.flatMap(({ takes }) => takes),
  refuses: rules.flatMap(({ refuses }) => refuses),
})

const others = (code: IssueCode, values: readonly unknown[]): FieldRules => ({
  takes: [],
  refuses: values.map((value): Refused => [JSON.stringify(value), value, code]),
})

interface TextRules extends Presence {
  readonly min?: number
  readonly max: number
  readonly short?: IssueCode
  readonly long?: IssueCode
  /** White space around the text is removed. */
  readonly trims?: boolean
}

/** One below, at and one above each limit, and values that are not texts. */
export function text(rules: TextRules): FieldRules {
  const { min = 0, max, none = 'unreadable' } = rules
  const long = rules.long ?? 'text_too_long'
  const short = rules.short ?? 'text_too_short'
  const of = (length: number) => 'x'.repeat(length)
  const [shortest, longest] = [of(Math.max(min, 1)), of(max)]
  const limits: FieldRules = {
    takes: [
      [`${shortest.length} letters`, shortest],
      [`${max} letters`, longest],
      // A character of two code units counts once.
      [`${max} emoji`, '🔑'.repeat(max)],
      ...(min === 0 ? [['an empty text', ''] as const] : []),
      ...(rules.trims ? [['white space around it', ` \n${longest}\t `, longest] as const] : []),
    ],
    refuses: [
      [`${max + 1} letters`, of(max + 1), long, { max }],
      [`${max + 1} emoji`, '🔑'.repeat(max + 1), long, { max }],
      ['a million letters', of(1_000_000), long, { max }],
      ...(min > 0 ? [[`${min - 1} letters`, of(min - 1), short, { min }] as const] : []),
    ],
  }
  return both(presence(rules), limits, others(none, [null, true, 5, [], {}, ['x'], { x: 'x' }]))
}

/** An id, as in a path or a body. */
export const id = (rules: Presence & { short?: IssueCode } = {}): FieldRules =>
  text({ min: 1, max: 100, ...rules })

/** One of these words, in exactly this spelling. */
export function choice(words: readonly string[], rules: Presence = {}): FieldRules {
  const [first = ''] = words
  const near = [first.toUpperCase(), `${first} `, 'none of them', ''].filter(
    (word) => !words.includes(word),
  )
  return both(
    presence(rules),
    { takes: words.map((word) => [word, word]), refuses: [] },
    others('no_choice', [...near, null, 0, [first], {}]),
  )
}

interface NumberRules extends Presence {
  readonly min: number
  readonly max: number
  readonly small?: IssueCode
  readonly large?: IssueCode
  readonly part?: IssueCode
  readonly other?: IssueCode
  /** The number may arrive as text, from a form or an address. */
  readonly asText?: boolean
}

/** A whole number, one below, at and one above each limit. */
export function whole(rules: NumberRules): FieldRules {
  const { min, max, asText = false } = rules
  const small = rules.small ?? 'number_too_small'
  const large = rules.large ?? 'number_too_large'
  const part = rules.part ?? 'no_whole_number'
  const other = rules.other ?? 'no_number'
  const written = (value: number) => (asText ? String(value) : value)
  const limits: FieldRules = {
    takes: [min, max].map((value) => [`${value}`, written(value), value]),
    refuses: [
      [`${min - 1}`, written(min - 1), small, { min }],
      [`${max + 1}`, written(max + 1), large, { max }],
      [`${min}.5`, written(min + 0.5), part],
    ],
  }
  const noNumbers = asText ? ['many', '5 seconds', '0x', '1,5', {}] : ['5', '', true, [5], {}]
  return both(presence(rules), limits, others(other, noNumbers))
}

/** A boolean, in JSON or as form fields write it. */
export function flag(rules: Presence = {}): FieldRules {
  const yes = [true, 'true', '1', 'on', 'yes']
  const no = [false, 'false', '0', 'off', 'no', '']
  return both(
    presence({ none: 'missing', ...rules }),
    {
      takes: [yes, no].flatMap((words) =>
        words.map((word): Taken => [JSON.stringify(word), word, word === true || words === yes]),
      ),
      refuses: [],
    },
    others('unreadable', ['TRUE', 'y', ' true', 'null', 0, 1, 2, null, [], [true], {}]),
  )
}

export const strictFlag = (rules: Presence = {}): FieldRules =>
  both(
    presence(rules),
    { takes: [true, false].map((value) => [`${value}`, value]), refuses: [] },
    others('unreadable', ['true', '', 0, 1, null, [], {}]),
  )

/** A moment in the format of the contract. */
export const moment = (rules: Presence = {}): FieldRules =>
  both(
    presence(rules),
    {
      takes: ['2026-02-28T23:59:59Z', '2028-02-29T00:00:00.000Z'].map((at) => [at, at]),
      refuses: [],
    },
    others('no_moment', [
      '',
      'tomorrow',
      '2026-02-28',
      '2026-02-29T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-02-28T24:00:00Z',
      '2026-02-28T23:59:59',
      '2026-02-28T23:59:59+08:00',
      '2026-02-28 23:59:59Z',
    ]),
    others('unreadable', [null, 0, 1_772_000_000_000, [], {}]),
  )

/** A phone number as the network writes it: 6 to 15 digits and nothing else. */
export const networkNumber = (code: IssueCode, rules: Presence = {}): FieldRules =>
  both(
    presence(rules),
    {
      takes: ['123456', '60123456789', '123456789012345'].map((number) => [number, number]),
      refuses: [],
    },
    others(code, [
      '',
      '12345',
      '1234567890123456',
      '+60123456789',
      '60 123456789',
      ' 60123456789',
      '60123456789\n',
      '٦٠١٢٣٤٥٦٧٨٩',
      '9'.repeat(1_000_000),
    ]),
    others('unreadable', [60123456789, null, [], {}]),
  )

/** The fields of an object schema, also when its output is transformed. */
export function fieldsOf(schema: ZodMiniType): Record<string, ZodMiniType> {
  const def = schema._zod.def as { in?: ZodMiniType; shape?: Record<string, ZodMiniType> }
  if (def.in) return fieldsOf(def.in)
  return def.shape ?? {}
}

/** The issues of a value: path, code and limits. */
export function issuesOf(schema: ZodMiniType, value: unknown) {
  return schema.safeParse(value).error?.issues.map(issueOf) ?? []
}

/**
 * Tests each field of a schema against its rules, within an otherwise valid value. A field without
 * rules fails.
 */
export function testFields(
  name: string,
  schema: ZodMiniType,
  valid: object,
  rules: Readonly<Record<string, FieldRules>>,
): void {
  const withField = (field: string, value: unknown) => {
    const made: Record<string, unknown> = { ...valid, [field]: value }
    if (value === undefined) delete made[field]
    return made
  }
  describe(name, () => {
    test('has rules for each of its fields', () => {
      expect(Object.keys(rules).sort()).toEqual(Object.keys(fieldsOf(schema)).sort())
    })

    test('takes no other thing, and drops fields that it does not know', () => {
      for (const value of [null, 'text', 5, true, [], [valid], undefined]) {
        expect(schema.safeParse(value).success).toBe(false)
      }
      const sent = JSON.parse(`{"__proto__": {"isAdmin": true}, "$where": 1, "constructor": {}}`)
      const parsed = schema.parse({ ...sent, ...valid }) as object
      expect(Object.keys(parsed)).not.toEqual(expect.arrayContaining(['$where']))
      expect(Object.hasOwn(parsed, 'constructor')).toBe(false)
      expect('isAdmin' in parsed).toBe(false)
    })

    test.each(Object.entries(rules))('%s takes and refuses what its rules say', (field, rule) => {
      for (const row of rule.takes) expectTaken(field, row)
      for (const row of rule.refuses) expectRefused(field, row)
    })
  })

  function expectTaken(field: string, row: Taken): void {
    const [what, value] = row
    const parsed = schema.parse(withField(field, value)) as Record<string, unknown>
    expect(parsed[field], what).toEqual(row.length > 2 ? row[2] : value)
    // The parsed value is the same after a round trip through JSON.
    for (const sent of [withField(field, value), parsed]) {
      expect(schema.parse(JSON.parse(JSON.stringify(sent))), what).toEqual(parsed)
    }
  }

  function expectRefused(field: string, [what, value, code, params]: Refused): void {
    const [found, ...more] = issuesOf(schema, withField(field, value))
    expect([found?.path[0], found?.code], what).toEqual([field, code])
    if (params) expect(found?.params, what).toMatchObject(filled(code, params))
    expect(issueText(found ?? { code: '', params: {} }), what).not.toMatch(/[{}]/)
    // For a list, the schema library also reports its length.
    expect(Array.isArray(value) ? [] : more, what).toEqual([])
  }
}

/** Drops the limits of codes whose sentence names none. */
const filled = (code: IssueCode, params: ErrorParams): ErrorParams =>
  /\{(min|max)\}/.test(issueText({ code, params: {} }) ?? '') ? params : {}
