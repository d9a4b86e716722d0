import { ChatbotItemForm } from '@kirim/contract/chatbots'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  completeKeyword,
  editLastKeyword,
  removeKeyword,
  updateTyping,
} from '#shared/forms/keywords.ts'
import { messagesOf } from '#shared/testing/messages-of.ts'
import { formAddress } from './item-form/form-address.ts'
import {
  apiFieldsOf,
  apiRestChanged,
  attachmentOf,
  bodyOf,
  cappedDelay,
  type ItemFormValues,
  NEW_API_REST,
  newValues,
  problemsOf,
  sentText,
  valuesOf,
} from './item-form-values.ts'
import { itemOf, storedFile } from './testing/items.ts'

function values(changes: Partial<ItemFormValues> = {}): ItemFormValues {
  return { ...newValues('d1'), name: 'Opening hours', captionAi: 'We open at 7.', ...changes }
}

it('a loaded item comes back unchanged when nothing is edited', () => {
  const loaded = itemOf()
  const body = bodyOf(valuesOf(loaded, null), attachmentOf(loaded), loaded)
  const { _id, id, deviceId, mediaFileAi, lastEdited, ...settings } = loaded
  expect(ChatbotItemForm.parse(body)).toEqual({
    ...settings,
    removeMediaFile: false,
    handOver: null,
  })
})

describe('what a save sends', () => {
  it('contains every field, and a keyword that is still being typed', () => {
    const body = bodyOf(
      values({ keywords: { words: ['buka'], typing: ' jam berapa ' } }),
      { kind: 'none' },
      null,
    )
    expect(body).toEqual({
      campaignType: 'ai_chatbot',
      status: 'enable',
      isNotMatchDefaultResponse: 'no',
      sendTo: 'all',
      type: 'message_contains_keyword',
      name: 'Opening hours',
      description: '',
      keywords: ['buka', 'jam berapa'],
      nextBotAction: '',
      presenceDelayTime: '0',
      presenceDelayStatus: 'disable',
      saveData: 'no_save_response',
      apiRestDataStatus: 'disabled',
      captionAi: 'We open at 7.',
      useAiFeature: 'not_use_ai',
      aiSpintax: '',
      handOver: '',
    })
  })

  const file = new File(['x'], 'a.png', { type: 'image/png' })
  const withFile = itemOf()
  const withoutFile = itemOf({ mediaFileAi: null })
  it.each([
    ['taken off', { kind: 'none' }, withFile, true],
    ['kept', { kind: 'kept', file: storedFile }, withFile, undefined],
    ['replaced', { kind: 'upload', file }, withFile, undefined],
    ['never there', { kind: 'none' }, withoutFile, undefined],
    ['none, new', { kind: 'none' }, null, undefined],
  ] as const)('a file: %s', (_name, attachment, before, removeMediaFile) => {
    expect(bodyOf(values(), attachment, before).removeMediaFile).toBe(removeMediaFile)
  })
})

describe('what keeps an item from being saved', () => {
  const words = Array.from({ length: 101 }, (_, index) => `kata ${index}`)
  it.each([
    ['nothing', {}, {}],
    [
      'no number',
      { deviceId: '' },
      { deviceId: expect.stringContaining('Device ID is required.') },
    ],
    ['a blank name', { name: ' ' }, { name: 'Name is required.' }],
    ['a blank caption', { captionAi: '\n' }, { captionAi: 'Caption / text message is required.' }],
    [
      'a delay too long',
      { presenceDelayTime: '26' },
      { presenceDelayTime: 'The presence delay is at most 25 seconds.' },
    ],
    [
      'too many keywords',
      { keywords: { words, typing: '' } },
      { keywords: 'Use at most 100 keywords.' },
    ],
    ['an empty delay', { presenceDelayTime: '' }, {}],
    ['a long name', { name: 'x'.repeat(200) }, {}],
    [
      'a longer one',
      { name: 'x'.repeat(201) },
      { name: 'A name may have at most 200 characters.' },
    ],
    ['a name that nobody can see', { name: '\u200b' }, { name: 'Name is required.' }],
    ['a long description', { description: 'x'.repeat(2000) }, {}],
    [
      'a longer one of those',
      { description: 'x'.repeat(2001) },
      { description: 'Use at most 2000 characters.' },
    ],
    ['a long caption', { captionAi: 'x'.repeat(10_000) }, {}],
    [
      'a longer one of these',
      { captionAi: 'x'.repeat(10_001) },
      { captionAi: 'A caption may have at most 10000 characters.' },
    ],
    [
      'a spintax too long although AI is off',
      { aiSpintax: 'x'.repeat(10_001) },
      { aiSpintax: 'Use at most 10000 characters.' },
    ],
    [
      'a keyword being typed that is one too many',
      { keywords: { words: words.slice(1), typing: 'x' } },
      { keywords: 'Use at most 100 keywords.' },
    ],
  ])('%s', (_name, changes, problems) => {
    expect(messagesOf(problemsOf(values(changes)))).toEqual(problems)
  })
})

describe('keywords', () => {
  const none = { words: [], typing: '' }
  it.each([
    ['buka', { words: [], typing: 'buka' }],
    ['buka,', { words: ['buka'], typing: '' }],
    ['buka, jam berapa,open', { words: ['buka', 'jam berapa'], typing: 'open' }],
    ['a,, ,a、b，c\nd', { words: ['a', 'b', 'c'], typing: 'd' }],
  ])('typed as %j', (text, expected) => {
    expect(updateTyping(none, text)).toEqual(expected)
  })

  it('the server reads the same ones', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'B', ' ', ',', '、', '\n') })
    fc.assert(
      fc.property(text, (source) => {
        const { words } = completeKeyword(updateTyping(none, source))
        const parsed = ChatbotItemForm.parse({ name: 'x', captionAi: 'x', keywords: [source] })
        expect(words).toEqual(parsed.keywords)
      }),
    )
  })

  it('keeps any input, and finishing is idempotent', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', '\n') })
    const words = fc.uniqueArray(fc.constantFrom('a', 'b', 'ab', 'c'))
    fc.assert(
      fc.property(words, text, (known, source) => {
        const once = completeKeyword(updateTyping({ words: known, typing: '' }, source))
        expect(completeKeyword(once)).toEqual(once)
        expect(once.words.slice(0, known.length)).toEqual(known)
        expect(new Set(once.words).size).toBe(once.words.length)
        expect(once.words.every((word) => word !== '' && word === word.trim())).toBe(true)
      }),
    )
  })

  it('can be removed and added again', () => {
    const two = { words: ['a', 'b'], typing: '' }
    expect(editLastKeyword(two)).toEqual({ words: ['a'], typing: 'b' })
    expect(editLastKeyword(none)).toEqual(none)
    expect(removeKeyword(two, 'a')).toEqual({ words: ['b'], typing: '' })
  })
})

it.each([
  ['', ''],
  ['4', '4'],
  ['007', '7'],
  ['25', '25'],
  ['26', '25'],
  ['99999', '25'],
  ['12 ', '12'],
  ['-5', '-5'],
  ['2.5', '2.5'],
  ['2,5', '2,5'],
  ['abc', 'abc'],
])('a delay of %j becomes %j', (text, capped) => {
  expect(cappedDelay(text)).toBe(capped)
})

it.each(['-5', '2.5', '2,5', '-', 'abc'])(
  'a delay of %j is refused as no whole number',
  (typed) => {
    expect(messagesOf(problemsOf(values({ presenceDelayTime: cappedDelay(typed) })))).toEqual({
      presenceDelayTime: 'Enter whole seconds, from 0 to 25.',
    })
  },
)

it.each([
  ['not_use_ai', 'spun', 'plain'],
  ['use_ai', 'spun', 'spun'],
  ['use_ai', '', 'plain'],
] as const)('%s with spintax %j sends %j', (useAiFeature, aiSpintax, expected) => {
  expect(sentText({ useAiFeature, aiSpintax, captionAi: 'plain' })).toBe(expected)
})

it.each([
  ['', { numberId: 'n1' }, { deviceId: 'n1', itemId: null }],
  ['', { numberId: 'n1', campaignId: 'c1' }, { deviceId: 'n1', itemId: 'c1' }],
  ['type=ai_chatbot', { deviceId: 'n1' }, { deviceId: 'n1', itemId: null }],
  ['editCampaignId=c2', { deviceId: 'n1', campaignId: 'c1' }, { deviceId: 'n1', itemId: 'c2' }],
  ['type=ai_chatbot', {}, { deviceId: '', itemId: null }],
])('the address ?%s of %j', (search, params, expected) => {
  expect(formAddress(params, new URLSearchParams(search))).toEqual(expected)
})

describe('the API of an item', () => {
  const config = { ...NEW_API_REST, fields: [{ name: 'price', path: 'data.price' }] }

  it("is not part of the item's body, and stays as loaded", () => {
    const loaded = valuesOf(itemOf(), config)
    expect(loaded.apiRest).toBe(config)
    expect(bodyOf(loaded, { kind: 'none' }, null)).not.toHaveProperty('apiRest')
  })

  it.each([
    ['enabled', config, ['price']],
    ['enabled', null, []],
    ['disabled', config, []],
  ] as const)('while %s offers the fields', (apiRestDataStatus, apiRest, names) => {
    expect(apiFieldsOf({ apiRestDataStatus, apiRest })).toEqual(names)
  })

  it.each([
    [null, null, false],
    [config, null, true],
    [config, structuredClone(config), false],
    [{ ...config, fallbackText: 'Later.' }, config, true],
  ])('is saved only when it changed', (now, kept, changed) => {
    expect(apiRestChanged(now, kept)).toBe(changed)
  })
})
