import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileChatbot, type Decision, decide } from './chatbot.ts'
import type { ChatbotItem } from './chatbot-item.ts'
import { lint } from './lint.ts'
import type { LintFinding } from './lint-finding.ts'
import { actionChain } from './next-actions.ts'
import { anyItems, anyMessage } from './testing/arbitraries.ts'
import { makeItem } from './testing/make-item.ts'

type Answer = Extract<Decision, { kind: 'answer' }>

const ON = { enabled: true }
const WHOLE = 'message_contains_whole_keyword'
const fallback = makeItem({ id: 'default', isDefault: true })

/** Items named a, b, c… in order, the first being the oldest. */
function makeItems(...items: Partial<ChatbotItem>[]) {
  return items.map((fields, place) =>
    makeItem({ id: 'abcdefghij'.charAt(place), createdAt: place, ...fields }),
  )
}

/** The findings when a default response exists, as `item code params`. */
function findingsOf(...items: Partial<ChatbotItem>[]) {
  return lint(compileChatbot([...makeItems(...items), fallback], ON)).map(
    ({ itemId, code, params }) => `${itemId} ${code} ${JSON.stringify(params)}`,
  )
}

const harga = { keywords: ['harga'] }

/** A chain of items that lead to these ids one after another. */
function chainAfter(ids: string): Partial<ChatbotItem>[] {
  return [...[...ids].map((nextItemId) => ({ nextItemId })), {}]
}

test.each<[string, Partial<ChatbotItem>[], string[]]>([
  ['nothing to say', [harga, { keywords: ['masa', 'hargai'] }], []],
  [
    'the same keyword twice',
    [harga, { keywords: ['HARGA', 'masa'] }],
    ['b duplicate_keyword {"keyword":"HARGA","of":"a"}'],
  ],
  [
    'never reached for the same keyword',
    [harga, harga],
    ['b duplicate_keyword {"keyword":"harga","of":"a"}', 'b unreachable_item {"by":["a"]}'],
  ],
  [
    'reached by a next action all the same',
    [{ ...harga, nextItemId: 'b' }, harga],
    ['b duplicate_keyword {"keyword":"harga","of":"a"}'],
  ],
  [
    'the same keyword in another chat',
    [
      { ...harga, sendTo: 'group' },
      { ...harga, sendTo: 'individual' },
    ],
    [],
  ],
  [
    'the same keyword in one of two chats',
    [{ ...harga, sendTo: 'group' }, harga],
    ['b duplicate_keyword {"keyword":"harga","of":"a"}'],
  ],
  [
    'the same keyword in both chats, by two items',
    [{ ...harga, sendTo: 'group' }, { ...harga, sendTo: 'individual' }, harga],
    ['c duplicate_keyword {"keyword":"harga","of":"b"}', 'c unreachable_item {"by":["b","a"]}'],
  ],
  ['the same keyword disabled', [{ ...harga, enabled: false }, harga], []],
  [
    'the same keyword as a whole one: the other still answers within words',
    [harga, { ...harga, type: WHOLE }],
    ['a duplicate_keyword {"keyword":"harga","of":"b"}'],
  ],
  [
    'a whole keyword within',
    [{ keywords: ['berapa harga ini'] }, { ...harga, type: WHOLE }],
    [
      'a shadowed_keyword {"keyword":"berapa harga ini","by":"b","byKeyword":"harga"}',
      'a unreachable_item {"by":["b"]}',
    ],
  ],
  [
    'a whole keyword within, and another way to answer',
    [{ keywords: ['berapa harga ini', 'murah'] }, { ...harga, type: WHOLE }],
    ['a shadowed_keyword {"keyword":"berapa harga ini","by":"b","byKeyword":"harga"}'],
  ],
  [
    'a whole keyword at the edge may be part of a word',
    [{ keywords: ['berapa harga'] }, { ...harga, type: WHOLE }],
    [],
  ],
  [
    'a whole keyword within a whole one is shorter',
    [
      { keywords: ['berapa harga ini'], type: WHOLE },
      { ...harga, type: WHOLE },
    ],
    [],
  ],
  [
    'a whole keyword within, in the other chat',
    [
      { keywords: ['berapa harga ini'], sendTo: 'group' },
      { ...harga, type: WHOLE, sendTo: 'individual' },
    ],
    [],
  ],
  ['no keyword', [{ keywords: [] }], ['a nothing_leads_here {}']],
  [
    'useless keywords',
    [{ keywords: ['\u200b', ' '] }],
    [
      'a empty_keyword {"keyword":"\u200b"}',
      'a empty_keyword {"keyword":" "}',
      'a nothing_leads_here {}',
    ],
  ],
  ['no keyword, but a next action', [{ ...harga, nextItemId: 'b' }, {}], []],
  ['no keyword, disabled', [{ enabled: false }], []],
  [
    'a next action of a disabled item leads nowhere',
    [{ ...harga, enabled: false, nextItemId: 'b' }, {}],
    ['b nothing_leads_here {}'],
  ],
  [
    'a next action that is gone',
    [{ ...harga, nextItemId: 'x' }],
    ['a missing_next_action {"nextItemId":"x","because":"not_found"}'],
  ],
  [
    'a next action that is disabled',
    [{ ...harga, nextItemId: 'b' }, { enabled: false }],
    ['a missing_next_action {"nextItemId":"b","because":"disabled"}'],
  ],
  [
    'a cycle',
    [{ ...harga, nextItemId: 'b' }, { nextItemId: 'a' }],
    ['a action_cycle {"ids":["a","b"]}'],
  ],
  [
    'led to by an item that nothing leads to',
    [{ nextItemId: 'b' }, { nextItemId: 'c' }, {}],
    ['a nothing_leads_here {}', 'b nothing_leads_here {}', 'c nothing_leads_here {}'],
  ],
  [
    'led to by an item whose keyword never wins',
    [harga, { ...harga, nextItemId: 'c' }, { ...harga, createdAt: 9 }],
    [
      'b duplicate_keyword {"keyword":"harga","of":"a"}',
      'b unreachable_item {"by":["a"]}',
      'c duplicate_keyword {"keyword":"harga","of":"a"}',
      'c unreachable_item {"by":["a"]}',
    ],
  ],
  [
    'led to by a default response that is never the first',
    [{ isDefault: true, createdAt: 1, nextItemId: 'b' }, {}],
    ['a several_defaults {"of":"default"}', 'b nothing_leads_here {}'],
  ],
  [
    'led to by a default response',
    [{ isDefault: true, createdAt: -1, sendTo: 'group', nextItemId: 'b' }, {}],
    ['default several_defaults {"of":"a"}'],
  ],
  ['led to by way of others', [{ ...harga, nextItemId: 'b' }, { nextItemId: 'c' }, {}], []],
  [
    'a cycle that nothing leads to',
    [{ nextItemId: 'b' }, { nextItemId: 'a' }],
    ['a nothing_leads_here {}', 'b nothing_leads_here {}', 'a action_cycle {"ids":["a","b"]}'],
  ],
  [
    'an item that only leads to itself',
    [{ nextItemId: 'a' }],
    ['a nothing_leads_here {}', 'a action_cycle {"ids":["a"]}'],
  ],
  [
    'a next action that is for other chats',
    [
      { ...harga, nextItemId: 'b' },
      { sendTo: 'group', nextItemId: 'c' },
      { sendTo: 'individual', nextItemId: 'd' },
      {},
    ],
    [
      'a next_action_other_chats {"nextItemId":"b"}',
      'b next_action_other_chats {"nextItemId":"c"}',
    ],
  ],
  ['a chain of five next actions', [{ ...harga, nextItemId: 'b' }, ...chainAfter('cdef')], []],
  [
    'a chain of more',
    [{ ...harga, nextItemId: 'b' }, ...chainAfter('cdefghi')],
    ['a long_action_chain {"from":"g"}'],
  ],
  [
    'a chain that ends early at an item that is disabled',
    [
      { ...harga, nextItemId: 'b' },
      { nextItemId: 'c' },
      { enabled: false, nextItemId: 'd' },
      ...chainAfter('efgh'),
    ],
    [
      'b missing_next_action {"nextItemId":"c","because":"disabled"}',
      ...[...'defgh'].map((id) => `${id} nothing_leads_here {}`),
    ],
  ],
  [
    'a default with keywords',
    [{ keywords: ['harga', ' '], isDefault: true, createdAt: -1, sendTo: 'group' }],
    ['a default_keywords_unused {}', 'default several_defaults {"of":"a"}'],
  ],
  [
    'a second default',
    [{ isDefault: true, sendTo: 'group', createdAt: 1 }],
    ['a several_defaults {"of":"default"}'],
  ],
])('%s', (_, items, expected) => {
  expect(findingsOf(...items)).toEqual(expected)
})

test.each([
  ['no default response', [makeItem({ id: 'a', ...harga })], ON, ['no_default_response']],
  ['only a disabled one', [makeItem({ ...fallback, enabled: false })], ON, ['no_default_response']],
  [
    'default responses in groups only',
    [
      makeItem({ ...fallback, sendTo: 'group' }),
      makeItem({ id: 'b', ...harga }),
      makeItem({ ...fallback, id: 'c', enabled: false }),
    ],
    ON,
    ['no_default_individual'],
  ],
  ['one in individual chats only', [makeItem({ ...fallback, sendTo: 'individual' })], ON, []],
  [
    'one for each kind of chat',
    [
      makeItem({ ...fallback, sendTo: 'group' }),
      makeItem({ ...fallback, id: 'b', sendTo: 'individual' }),
    ],
    ON,
    [],
  ],
  ['a number that is switched off', [fallback], { enabled: false }, ['number_off']],
  ['no items yet', [], { enabled: false }, []],
])('of the whole number: %s', (_, items, settings, codes) => {
  const findings = lint(compileChatbot(items, settings))
  expect(findings.map(({ code }) => code)).toEqual(codes)
  expect(findings.every(({ itemId }) => itemId === null)).toBe(true)
})

const STANDALONE_SYMBOLS = ' !?()[]{}*#+/&%@~=<>|$-🔥'
const AROUND = [
  'x',
  '5',
  '.',
  '_',
  'ก',
  '価',
  'א',
  '\u0301',
  '\u200d',
  '👩',
  '🇲',
  'ㅋ',
  '\u20e3',
  "'",
  '-',
]

test.each([...STANDALONE_SYMBOLS])('%j always separates words', (sign) => {
  const keyword = `ada${sign}harga${sign}ya`
  const items = [
    makeItem({ id: 'whole', keywords: ['harga'], type: WHOLE }),
    makeItem({ id: 'part', keywords: [keyword] }),
  ]
  const chatbot = compileChatbot(items, ON)
  expect(lint(chatbot).map(({ itemId, code }) => [itemId, code])).toContainEqual([
    'part',
    'shadowed_keyword',
  ])
  for (const before of AROUND) {
    for (const behind of AROUND) {
      const text = `${before}${keyword}${behind}`
      expect(decide(chatbot, { text, chat: 'group' })).toMatchObject({ item: { id: 'whole' } })
    }
  }
})

test.each([...'.,:;\'"_🅰'])('%j may join words', (sign) => {
  const items = [
    makeItem({ id: 'whole', keywords: ['harga'], type: WHOLE }),
    makeItem({ id: 'part', keywords: [`ada${sign}harga${sign}ya`] }),
  ]
  expect(lint(compileChatbot(items, ON)).map(({ code }) => code)).not.toContain('shadowed_keyword')
})

/** Whether the finding claims that this answer is impossible. */
function denies({ itemId, code, params }: LintFinding, answer: Answer): boolean {
  if (itemId !== answer.item.id) return false
  return code === 'shadowed_keyword' && params.keyword === answer.keyword
}

const UNREACHED: ReadonlySet<LintFinding['code']> = new Set([
  'unreachable_item',
  'nothing_leads_here',
])

test('an item reported as unreachable never answers', () => {
  fc.assert(
    fc.property(anyItems, fc.array(anyMessage, { maxLength: 20 }), (items, messages) => {
      const chatbot = compileChatbot(items, ON)
      const findings = lint(chatbot)
      const byId = new Map(items.map((item) => [item.id, item]))
      const ownKeywords = items.flatMap((item) => item.keywords)
      const keywordAlone = ownKeywords.map((text) => ({ text, chat: 'group' as const }))
      for (const message of [...messages, ...keywordAlone]) {
        const decision = decide(chatbot, message)
        if (decision.kind === 'silence') continue
        expect(findings.filter((finding) => denies(finding, decision))).toEqual([])
        const chain = new Set(actionChain(byId, decision.item.id).map(({ id }) => id))
        const unreached = findings.filter(({ code }) => UNREACHED.has(code))
        expect(unreached.filter(({ itemId }) => itemId && chain.has(itemId))).toEqual([])
      }
    }),
    { numRuns: 2_000 },
  )
})
