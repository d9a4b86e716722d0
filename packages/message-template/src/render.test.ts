import { IS_DEEP } from '@kirim/testing/test-run'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleContext, type TemplateContext } from './context.ts'
import { escapeTemplate } from './escape.ts'
import { parseTemplate } from './parse.ts'
import { renderTemplate } from './render.ts'
import { seededRandom } from './seeded-random.ts'
import { countWordings } from './wordings.ts'

const AFTERNOON = Date.UTC(2026, 2, 5, 7, 4)
const context: TemplateContext = {
  ...sampleContext(AFTERNOON, 'Asia/Kuala_Lumpur'),
  name: 'Siti',
  waName: 'siti🌸',
  meWaName: 'Shop',
  api: new Map([['price', 'RM4 [x] {a|b}']]),
}
const first = () => 0
const last = () => 0.999_999

const anyString = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom(
        ...'{}|[]\\a\n',
        '[name]',
        '[greet',
        '[now_formatted|',
        'w gg Do x',
        '\ud83d',
      ),
    )
    .map((parts) => parts.join('')),
)

describe('a rendered text', () => {
  test.each([
    ['[greet], [wa_name]', 'Good afternoon, siti🌸'],
    ['[api.price] or [api.missing]', 'RM4 [x] {a|b} or [api.missing]'],
    ['[name] ([wa_name]) from [me_wa_name]', 'Siti (siti🌸) from Shop'],
    ['[now_formatted|YYYY-MM-DD HH:mm]', '2026-03-05 15:04'],
    ['[now_formatted]', '2026-03-05 15:04'],
    ['[now_formatted|dddd, D MMMM [at] h:mm a]', 'Thursday, 5 March at 3:04 pm'],
    ['[nmae] [greet|x] {x} {', '[nmae] [greet|x] {x} {'],
    ['{A|B} {C|{D|E [name]}}', 'A C', 'B E Siti'],
    ['Hi{, [name]|}!', 'Hi, Siti!', 'Hi!'],
  ])('%j', (source, withFirst, withLast = withFirst) => {
    expect(renderTemplate(source, context, first)).toBe(withFirst)
    expect(renderTemplate(source, context, last)).toBe(withLast)
  })

  test('greets and names months in Malay when asked to', () => {
    const malay = { ...context, locale: 'ms' as const }
    expect(renderTemplate('[greet] [now_formatted|dddd D MMMM]', malay, first)).toBe(
      'Selamat petang Khamis 5 Mac',
    )
  })

  test.each([
    [{ name: 'Siti' }, 'Siti/Siti/'],
    [{ waName: 'siti' }, 'siti/siti/'],
    [{ name: '', waName: 'siti' }, 'siti/siti/'],
    [{ meWaName: 'Shop' }, '//Shop'],
  ])('with only %j known', (known, expected) => {
    const context = { now: AFTERNOON, timeZone: 'UTC', ...known }
    expect(renderTemplate('[name]/[wa_name]/[me_wa_name]', context, first)).toBe(expected)
  })

  test.each([
    ['Salam [name]!', 'Salam!'],
    ['Selamat pagi, [wa_name]!', 'Selamat pagi!'],
    ['[greet], [name]. Kopi ais', 'Good afternoon. Kopi ais'],
    ['Hi, [name], it is ready', 'Hi, it is ready'],
    ['Hi [name] it is ready', 'Hi it is ready'],
    ['[name], it is ready', 'it is ready'],
    ['One\n[name]: two', 'One\n: two'],
    ['Dear [name],\nready', 'Dear,\nready'],
    ['Ready, [name]', 'Ready'],
    ['Ready, [name]\nBye', 'Ready\nBye'],
    ['Hi [name] [wa_name] there', 'Hi there'],
    ['Hi[name] [name] there', 'Hi there'],
    ['Hi [name][name]!', 'Hi!'],
    ['{Hi [name]|Hi}, come', 'Hi, come'],
    ['"[name]" and ([name])', '"" and ()'],
    ['[name]', ''],
  ])('closes the gap of a name nobody knows: %j', (source, expected) => {
    const nobody = { now: AFTERNOON, timeZone: 'Asia/Kuala_Lumpur' }
    expect(renderTemplate(source, nobody, first)).toBe(expected)
  })

  test.each([
    ['[name|kawan]', {}, 'kawan'],
    ['Hai [wa_name|kawan]!', {}, 'Hai kawan!'],
    ['Hai [wa_name|kawan]!', { name: 'Siti' }, 'Hai Siti!'],
    ['Hai [name|]!', {}, 'Hai!'],
    ['{Hai [name|kita | semua]|B}', {}, 'Hai kita | semua'],
    ['[me_wa_name|us]', { meWaName: '' }, 'us'],
    ['[api.price|soon] [api.price]', { api: new Map([['price', '']]) }, 'soon'],
    ['[api.price|soon]', {}, 'soon'],
    ['[api.price|soon]', { api: new Map([['price', 'RM4']]) }, 'RM4'],
    ['[greet|x]', {}, '[greet|x]'],
    ['[city|your town]', { fields: new Map([['city', '']]) }, 'your town'],
    ['[City|your town]', { fields: new Map([['city', 'Bangi']]) }, 'Bangi'],
    ['Salam, [city]!', { fields: new Map([['city', '']]) }, 'Salam!'],
    ['[city] [town|x]', { fields: new Map([['city', '[name]']]) }, '[name] [town|x]'],
  ])('falls back: %j with %j', (source, known, expected) => {
    expect(renderTemplate(source, { now: AFTERNOON, timeZone: 'UTC', ...known }, first)).toBe(
      expected,
    )
  })

  test.each([
    ['60123450001', ''],
    ['+60 12-345 0001', ''],
    ['(012) 345.0001', ''],
    ['12345', '12345'],
    ['Kedai 60123450001', 'Kedai 60123450001'],
  ])('%j in the place of a name is %j', (name, expected) => {
    const context = { now: AFTERNOON, timeZone: 'UTC', name }
    expect(renderTemplate('[name]', context, first)).toBe(expected)
    expect(renderTemplate('[wa_name]', { ...context, waName: 'siti' }, first)).toBe('siti')
  })

  test('without placeholders is unchanged', () => {
    fc.assert(
      fc.property(anyString, (text) => {
        const spaced = `${escapeTemplate(text)} , [name|x] ,  !`
        expect(renderTemplate(spaced, { now: AFTERNOON, timeZone: 'UTC' }, first)).toBe(
          `${text} , x ,  !`,
        )
      }),
    )
  })

  test('leaves placeholders of time as written when there is no valid time', () => {
    const source = '[greet] [now_formatted|HH] [name]'
    for (const now of [Number.NaN, Number.POSITIVE_INFINITY, 9e15]) {
      expect(renderTemplate(source, { ...context, now }, first)).toBe(
        '[greet] [now_formatted|HH] Siti',
      )
    }
  })

  test('falls back to UTC when nobody knows the time zone', () => {
    const lost = { ...context, timeZone: 'Mars/Olympus' }
    expect(renderTemplate('[now_formatted|HH:mm Z]', lost, first)).toBe('07:04 +00:00')
  })

  test.each([1, 2, -1, Number.NaN])('takes an option even when random gives %d', (number) => {
    expect(['A', 'B']).toContain(renderTemplate('{A|B}', context, () => number))
  })

  test('draws once for each choice met, in the order of the text', () => {
    const draws = [0.9, 0, 0.9]
    const text = renderTemplate('{a|b{c|d}} {e|f}', context, () => draws.shift() ?? Number.NaN)
    expect(text).toBe('bc f')
  })

  test('never throws', () => {
    fc.assert(
      fc.property(anyString, anyString, fc.double(), fc.string(), (source, name, now, seed) => {
        const strange = { now, timeZone: name, name, waName: name, meWaName: name }
        renderTemplate(source, strange, seededRandom(seed))
        renderTemplate(source, context, seededRandom(seed))
      }),
      { numRuns: 500 },
    )
  })

  test('equals the template when it has no special character', () => {
    fc.assert(
      fc.property(anyString, (text) => {
        const plain = text.replace(/[\\{}|[\]]/g, '')
        expect(renderTemplate(plain, context, first)).toBe(plain)
      }),
    )
  })

  test('equals the original text when it was escaped', () => {
    fc.assert(
      fc.property(anyString, fc.string(), (text, seed) => {
        const { nodes, problems } = parseTemplate(escapeTemplate(text))
        expect(problems).toEqual([])
        expect(nodes.every((node) => node.kind === 'text')).toBe(true)
        expect(renderTemplate(escapeTemplate(text), context, seededRandom(seed))).toBe(text)
      }),
    )
  })

  test('holds the values of placeholders verbatim', () => {
    fc.assert(
      fc.property(anyString, anyString, anyString, (name, waName, meWaName) => {
        const people = { ...context, name: `n${name}`, waName: `w${waName}`, meWaName }
        const text = renderTemplate('{<[name]>|<[name]>}<[wa_name]>[me_wa_name]', people, last)
        expect(text).toBe(`<n${name}><w${waName}>${meWaName}`)
      }),
    )
  })

  test('is the same for the same seed', () => {
    fc.assert(
      fc.property(anyString, fc.string(), (source, seed) => {
        expect(renderTemplate(source, context, seededRandom(seed))).toBe(
          renderTemplate(parseTemplate(source), context, seededRandom(seed)),
        )
      }),
    )
  })
})

/** A template generated together with all its possible renderings, independently of the parser. */
interface Model {
  readonly source: string
  readonly wordings: readonly string[]
}

const { sequence } = fc.letrec<{ sequence: Model; node: Model; choice: Model; leaf: Model }>(
  (tie) => ({
    leaf: fc.oneof(
      fc.string({ maxLength: 4 }).map((text) => ({
        source: escapeTemplate(text),
        wordings: [text],
      })),
      fc.constantFrom(
        { source: '[name]', wordings: ['Siti'] },
        { source: '[now_formatted|HH:mm]', wordings: ['15:04'] },
        { source: '{x}', wordings: ['{x}'] },
        { source: '[nmae]', wordings: ['[nmae]'] },
      ),
    ),
    choice: fc.array(tie('sequence'), { minLength: 2, maxLength: 3 }).map((options) => ({
      source: `{${options.map((option) => option.source).join('|')}}`,
      wordings: options.flatMap((option) => option.wordings),
    })),
    node: fc.oneof({ maxDepth: 3, withCrossShrink: true }, tie('leaf'), tie('choice')),
    sequence: fc.array(tie('node'), { maxLength: 2 }).map((nodes) => ({
      source: nodes.map((node) => node.source).join(''),
      wordings: nodes.reduce<readonly string[]>(
        (texts, node) => texts.flatMap((text) => node.wordings.map((next) => text + next)),
        [''],
      ),
    })),
  }),
)

describe('the wordings of a text', () => {
  test('include every rendering and are counted correctly', () => {
    fc.assert(
      fc.property(sequence, fc.string(), ({ source, wordings }, seed) => {
        expect(wordings).toContain(renderTemplate(source, context, seededRandom(seed)))
        expect(countWordings(source)).toBe(wordings.length)
      }),
      { numRuns: 300 },
    )
  })

  test('all occur', () => {
    const random = seededRandom('all')
    const template = parseTemplate('{A|B|{C|D}} {1|2}')
    const seen = new Set(
      Array.from({ length: 500 }, () => renderTemplate(template, context, random)),
    )
    expect([...seen].sort()).toEqual(['A 1', 'A 2', 'B 1', 'B 2', 'C 1', 'C 2', 'D 1', 'D 2'])
  })

  test.each([
    ['', 1],
    ['Hello [name] {x}', 1],
    ['{A|B|C}', 3],
    ['{A|A}', 2],
    ['{A|B|{C|D}} {1|}', 8],
    ['{A|B', 1],
    ['{A|B}'.repeat(10), 1024],
    ['{A|B}'.repeat(5000), Number.MAX_SAFE_INTEGER],
  ])('%j', (source, expected) => {
    expect(countWordings(source)).toBe(expected)
  })
})

describe.runIf(IS_DEEP)('a text of a megabyte', () => {
  const SIZE = 1_000_000
  const fill = (part: string) => part.repeat(Math.ceil(SIZE / part.length))

  test.each([
    ['plain', fill('a')],
    ['open braces', fill('{')],
    ['open options', fill('{a|')],
    ['open brackets', fill('[')],
    ['open formats', fill('[now_formatted|')],
    ['open formats with literals', fill('[a|[b][{]')],
    ['one endless format', `[now_formatted|${fill('H')}`],
    ['closers', fill('}]|')],
    ['backslashes', fill('\\')],
    ['nested literal groups', `${fill('{[name]')}${'}'.repeat(SIZE / 7)}`],
    ['times', fill('[now_formatted|D]')],
    ['names', fill('[name]')],
    ['names between blanks', fill(`[name]${' '.repeat(40)}`)],
    ['names between commas', fill(', [name]')],
  ])('%s', (_, source) => {
    const template = parseTemplate(source)
    renderTemplate(template, context, last)
    renderTemplate(template, { now: AFTERNOON, timeZone: 'UTC' }, last)
    expect(countWordings(template)).toBe(1)
  })

  test('nested choices, hundreds of thousands deep', () => {
    const depth = SIZE / 4
    const template = parseTemplate(`${'{a|'.repeat(depth)}b${'}'.repeat(depth)}`)
    expect(template.problems).toEqual([])
    expect(renderTemplate(template, context, last)).toBe('b')
    expect(countWordings(template)).toBe(depth + 1)
  })
})
