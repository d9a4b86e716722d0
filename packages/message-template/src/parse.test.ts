import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findProblems, parseTemplate } from './parse.ts'
import type { TemplateNode } from './template.ts'

/** Prints the nodes on one line, for use in tables. */
function outline(nodes: readonly TemplateNode[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return JSON.stringify(node.value)
      if (node.kind === 'choice') return `(${node.options.map(outline).join(' | ')})`
      if (node.fallback !== undefined) return `${node.name}|${node.fallback}`
      return node.format === undefined ? node.name : `${node.name}:${node.format}`
    })
    .join(' ')
}

test.each([
  ['[city] [City|your town]', 'field:city " " field|your town'],
  ['[Usual   order] [town]', 'field:usual order " [town]"'],
  // The names of the product come first, and `[field]` names none.
  ['[name] [field] [api.city]', 'name " [field] " api:city'],
])('%j names fields of the user', (source, expected) => {
  const fields = new Set(['city', 'usual order', 'name'])
  expect(outline(parseTemplate(source, fields).nodes)).toBe(expected)
})

describe('parsing a text', () => {
  test.each([
    ['', ''],
    ['Hello', '"Hello"'],
    ['[greet] [name]', 'greet " " name'],
    ['[wa_name][me_wa_name]', 'wa_name me_wa_name'],
    ['[now_formatted]', 'now_formatted'],
    ['[now_formatted|]', 'now_formatted:'],
    ['[now_formatted|HH:mm]', 'now_formatted:HH:mm'],
    ['[now_formatted|D MMM [at] HH|mm]', 'now_formatted:D MMM [at] HH|mm'],
    ['{A|B|C}', '("A" | "B" | "C")'],
    ['{A|}', '("A" | )'],
    ['{|}', '( | )'],
    ['{A|B|{C|D}}', '("A" | "B" | ("C" | "D"))'],
    ['{x}', '"{x}"'],
    ['{}', '"{}"'],
    ['{ {A|B} }', '"{ " ("A" | "B") " }"'],
    ['{A|{x}|B}', '("A" | "{x}" | "B")'],
    ['{[name]}', '"{" name "}"'],
    ['{Hi [name]|[greet]}', '("Hi " name | greet)'],
    ['{[now_formatted|HH]|B}', '(now_formatted:HH | "B")'],
    ['{[price|old]|B}', '("[price|old]" | "B")'],
    ['{A|B', '"{A|B"'],
    ['{A|{B|C}', '"{A|" ("B" | "C")'],
    ['A|B}', '"A|B}"'],
    ['[name|kawan] [wa_name|] [api.x|0]', 'name|kawan " " wa_name| " " api|0'],
    ['{Hi [name|kawan]|B}', '("Hi " name|kawan | "B")'],
    ['{Hi [name|Hello}', '("Hi [name" | "Hello")'],
    ['{Hi [name|Hello [name]}', '("Hi [name" | "Hello " name)'],
    ['{[now_formatted|HH|B}', '("[now_formatted" | "HH" | "B")'],
    ['[[name]]', '"[" name "]"'],
    ['[Greet] [ name ] [greet|x] []', '"[Greet] [ name ] [greet|x] []"'],
    ['[toString] [__proto__]', '"[toString] [__proto__]"'],
    ['[na\nme]', '"[na\\nme]"'],
    [String.raw`\{A\|B\} \[name\] \\`, String.raw`"{A|B} [name] \\"`],
    [String.raw`{A\|B|C\}}`, '("A|B" | "C}")'],
    [String.raw`[name\]`, '"[name]"'],
    [String.raw`\\[name]`, String.raw`"\\" name`],
    ['C:\\temp \\', String.raw`"C:\\temp \\"`],
  ])('%j', (source, expected) => {
    expect(outline(parseTemplate(source).nodes)).toBe(expected)
  })

  test('positions refer to the source', () => {
    const source = String.raw`a\{ [name] {B|{C|D}}`
    const { nodes } = parseTemplate(source)
    expect(nodes.map(({ start, end }) => source.slice(start, end))).toEqual([
      String.raw`a\{ `,
      '[name]',
      ' ',
      '{B|{C|D}}',
    ])
  })

  test('nodes are adjacent without gaps', () => {
    const soup = fc.array(fc.constantFrom(...'{}|[]\\ab\n', '[name]', '{a|b}'))
    fc.assert(
      fc.property(soup, (parts) => {
        const source = parts.join('')
        const { nodes } = parseTemplate(source)
        const ends = nodes.map((node) => node.end)
        expect(nodes.map((node) => node.start)).toEqual([0, ...ends].slice(0, nodes.length))
        expect(ends.at(-1) ?? 0).toBe(source.length)
      }),
    )
  })
})

describe('what an editor underlines', () => {
  test.each<[string, string[]]>([
    ['', []],
    ['Plain {A|B|{C|D}} [greet] [now_formatted|HH:mm] {x} [] \\', []],
    ['Hi [nmae], [Greet]', ['unknown-placeholder 3-9 [nmae]', 'unknown-placeholder 11-18 [Greet]']],
    ['[greet|HH]', ['unknown-placeholder 0-10 [greet|HH]']],
    ['Hi [name|{you|there}]', ['unreadable-fallback 3-9 [name|']],
    ['{Hi [name|{a|b}]|B}', ['unreadable-fallback 4-10 [name|']],
    ['[now_formatted|{HH|HH:mm}]', ['unreadable-fallback 0-15 [now_formatted|']],
    ['[name|[wa_name]]', ['unreadable-fallback 0-6 [name|']],
    ['[now_formatted|D [at] HH]', []],
    [String.raw`[name|a\]b]`, ['unreadable-fallback 0-6 [name|']],
    ['[name|two\nlines]', ['unreadable-fallback 0-6 [name|']],
    [`[name|${'x'.repeat(200)}]`, []],
    [`[name|${'x'.repeat(201)}]`, ['unreadable-fallback 0-6 [name|']],
    ['[town|{a|b}]', ['unreadable-fallback 0-6 [town|']],
    ['[name|Hello {x]', ['unclosed-bracket 0-5 [name', 'unclosed-brace 12-14 {x']],
    ['Hi [name, bye', ['unclosed-bracket 3-9 [name,']],
    ['Hi [', ['unclosed-bracket 3-4 [']],
    ['{Hi [name|kawan]|B} [api.x|0]', []],
    ['{Hi [name|Hello}', ['unclosed-bracket 4-9 [name']],
    ['{Hi [name|Hello} ]', ['unclosed-bracket 4-9 [name']],
    ['[a {b]|c}', ['unclosed-bracket 0-2 [a']],
    ['Pay {now|later', ['unclosed-brace 4-8 {now']],
    ['{A|{B|C}', ['unclosed-brace 0-2 {A']],
    ['{{', ['unclosed-brace 0-1 {', 'unclosed-brace 1-2 {']],
    ['see [{this|that}] and [[name]]', []],
    [String.raw`\[name \{A \[nmae]`, []],
    [
      '{A [b [nmae] {C',
      [
        'unclosed-brace 0-2 {A',
        'unclosed-bracket 3-5 [b',
        'unknown-placeholder 6-12 [nmae]',
        'unclosed-brace 13-15 {C',
      ],
    ],
  ])('%j', (source, expected) => {
    const found = findProblems(source)
    expect(found.map(({ kind, start, end, text }) => `${kind} ${start}-${end} ${text}`)).toEqual(
      expected,
    )
    for (const { start, end, text } of found) expect(source.slice(start, end)).toBe(text)
  })

  test('a problem never splits a character', () => {
    const [problem] = findProblems(`{a${'😀'.repeat(60)}`)
    expect(problem?.text.isWellFormed()).toBe(true)
  })
})
