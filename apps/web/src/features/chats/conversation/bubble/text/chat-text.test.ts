import { describe, expect, it } from 'vitest'
import { chatBlocks } from './chat-blocks.ts'
import { isEmojiOnly } from './emoji-only.ts'
import { linkedRuns } from './linked-runs.ts'

describe('blocks of a message', () => {
  it.each<[string, string, string[]]>([
    ['plain lines together', 'a\nb', ['text:a,b']],
    ['a quote between lines', 'a\n> b\n> c\nd', ['text:a', 'quote:b,c', 'text:d']],
    ['bullets of both marks', '- a\n* b', ['bullets:a,b']],
    ['numbers', '2. a\n3. b', ['numbers:a,b']],
    ['bold text, which is no list', '*a* b\n- ', ['text:*a* b,- ']],
    ['a monospace block with lines that look like a list', '```\n- a\n```', ['text:```\n- a\n```']],
  ])('%s', (_what, text, expected) => {
    expect(chatBlocks(text).map(({ kind, lines }) => `${kind}:${lines.join()}`)).toEqual(expected)
  })

  it('keep the number a list begins with', () => {
    expect(chatBlocks('3. a')[0]?.from).toBe(3)
  })
})

describe('links of a message', () => {
  it.each<[string, string, string[]]>([
    ['in a sentence', 'Lihat https://kopi.example/menu.', ['https://kopi.example/menu']],
    ['without its scheme', 'www.kopi.example', ['https://www.kopi.example']],
    ['with marks of formats', 'https://k.example/_a_*b*', ['https://k.example/_a_*b']],
    ['with brackets', '(https://k.example/a_(b))', ['https://k.example/a_(b)']],
    ['within bold text', '*https://k.example*', ['https://k.example']],
    ['of another scheme', 'javascript:alert(1) file:///etc', []],
  ])('%s', (_what, text, expected) => {
    const hrefs = linkedRuns(text).flatMap(({ href }) => href ?? [])
    expect(hrefs).toEqual(expected)
  })

  it('leave the text around them as it is', () => {
    const text = 'a https://k.example, *b* www.x.example'
    expect(
      linkedRuns(text)
        .map((run) => run.text)
        .join(''),
    ).toBe('a https://k.example, b www.x.example')
  })
})

it.each([
  ['👍', true],
  ['👩‍🍳 🇲🇾', true],
  ['👍👍👍👍', false],
  ['12', false],
  ['ok 👍', false],
  ['', false],
])('%j is emoji only: %s', (text, expected) => {
  expect(isEmojiOnly(text)).toBe(expected)
})
