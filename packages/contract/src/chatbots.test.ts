import { describe, expect, test } from 'vitest'
import { ApiRestConfig, ApiRestForm, NumberSettings, simulate } from './chatbot-tools.ts'
import { ChatbotItemForm, setChatbotItemStatus, setDeviceStatus } from './chatbots.ts'
import {
  both,
  choice,
  type FieldRules,
  flag,
  id,
  issuesOf,
  moment,
  testFields,
  text,
  whole,
} from './testing/field-rules.ts'

const handOver = { personId: null, labelId: null, note: 'Please help.' }
const item = { name: 'Harga', captionAi: 'RM 5' }
const words = (count: number, length: number) =>
  Array.from({ length: count }, (_, n) => String(n).padStart(length, 'k'))

const keywords: FieldRules = {
  takes: [
    ['nothing', undefined, []],
    ['100 of 200 letters', words(100, 200)],
    ['one a hundred times', Array(5_000).fill('harga'), ['harga']],
    ['a list of nothing', ['', ' , ;', '\n'], []],
    ['150,000 characters of separators', ','.repeat(150_000), []],
  ],
  refuses: [
    ['101', words(101, 5), 'keywords_too_many', { max: 100 }],
    ['101 in a text', words(101, 5).join(';'), 'keywords_too_many', { max: 100 }],
    ['201 letters', 'k'.repeat(201), 'keyword_too_long', { max: 200 }],
    ['201 letters in JSON', `["${'k'.repeat(201)}"]`, 'keyword_too_long', { max: 200 }],
    ['150,001 characters', ','.repeat(150_001), 'text_too_long', { max: 150_000 }],
    ['a million characters in JSON', `["${'k'.repeat(1e6)}"]`, 'text_too_long', { max: 150_000 }],
    ['150,001 characters in a list', [','.repeat(150_001)], 'text_too_long', { max: 150_000 }],
    ['a longer list in JSON, unread', JSON.stringify(Array(40_000).fill('k')), 'text_too_long'],
    ['a number', 5, 'unreadable'],
    ['null', null, 'unreadable'],
    ['a list of lists', [['harga']], 'unreadable'],
    ['an object', { 0: 'harga' }, 'unreadable'],
  ],
}

const DELAY = 'chatbot_delay_invalid'

testFields('a chatbot item', ChatbotItemForm, item, {
  campaignType: choice(['ai_chatbot'], { leftOut: { becomes: 'ai_chatbot' } }),
  status: choice(['enable', 'disable'], { leftOut: { becomes: 'enable' } }),
  isNotMatchDefaultResponse: flag({ leftOut: { becomes: false } }),
  sendTo: choice(['all', 'individual', 'group'], { leftOut: { becomes: 'all' } }),
  type: choice(['message_contains_keyword', 'message_contains_whole_keyword'], {
    leftOut: { becomes: 'message_contains_keyword' },
  }),
  name: text({
    min: 1,
    max: 200,
    none: 'name_required',
    short: 'name_required',
    long: 'name_too_long',
    trims: true,
  }),
  description: text({ max: 2000, leftOut: { becomes: '' } }),
  keywords,
  nextBotAction: text({ max: 100, trims: true, leftOut: { becomes: '' } }),
  presenceDelayTime: both(
    whole({
      min: 0,
      max: 25,
      small: DELAY,
      large: 'chatbot_delay_too_long',
      part: DELAY,
      other: DELAY,
      asText: true,
      leftOut: { becomes: 0 },
    }),
    { takes: [['an empty text', '', 0]], refuses: [['-0.5', -0.5, DELAY]] },
  ),
  presenceDelayStatus: choice(['disable', 'enable_typing', 'enable_recording'], {
    leftOut: { becomes: 'disable' },
  }),
  saveData: choice(['no_save_response', 'response_is_saved'], {
    leftOut: { becomes: 'no_save_response' },
  }),
  apiRestDataStatus: choice(['disabled', 'enabled'], { leftOut: { becomes: 'disabled' } }),
  captionAi: both(
    text({
      min: 1,
      max: 10_000,
      none: 'chatbot_caption_required',
      short: 'chatbot_caption_required',
      long: 'caption_too_long',
    }),
    {
      takes: [['blanks around it, which stay', '  RM 5\n']],
      refuses: [
        ['white space alone', ' \n\t', 'chatbot_caption_required'],
        ['characters that are not seen', '\u200b\u2060', 'chatbot_caption_required'],
        ['10,001 blanks', ' '.repeat(10_001), 'caption_too_long', { max: 10_000 }],
      ],
    },
  ),
  useAiFeature: choice(['not_use_ai', 'use_ai'], { leftOut: { becomes: 'not_use_ai' } }),
  aiSpintax: text({ max: 10_000, leftOut: { becomes: '' } }),
  removeMediaFile: flag({ leftOut: { becomes: false } }),
  handOver: {
    takes: [
      ['nothing', undefined, null],
      ['an empty text', '', null],
      ['JSON', JSON.stringify(handOver), handOver],
    ],
    refuses: [
      ['what is no JSON', '{', 'unreadable'],
      ['a long note', JSON.stringify({ ...handOver, note: 'x'.repeat(2001) }), 'text_too_long'],
    ],
  },
})

testFields(
  'switching an item',
  setChatbotItemStatus.body,
  { status: 'Enabled' },
  { status: choice(['Enabled', 'Disabled']) },
)
testFields('switching a number', setDeviceStatus.body, { isEnabled: true }, { isEnabled: flag() })

const settings = {
  timeZone: 'UTC',
  language: 'en',
  cooldownSeconds: 0,
  quietMinutes: 0,
  knowledge: '',
}

testFields('settings of a number', NumberSettings, settings, {
  timeZone: {
    takes: [['a place', 'Asia/Kuching']],
    refuses: [
      ['nothing', undefined, 'missing'],
      ['an empty text', '', 'time_zone_unknown'],
      ['101 letters', 'x'.repeat(101), 'text_too_long', { max: 100 }],
    ],
  },
  language: choice(['en', 'ms']),
  cooldownSeconds: whole({ min: 0, max: 86_400 }),
  quietMinutes: whole({ min: 0, max: 10_080 }),
  knowledge: text({ max: 20_000 }),
})

testFields(
  'a simulated message',
  simulate.body,
  { text: 'harga' },
  {
    text: text({ max: 10_000 }),
    contactId: id({ leftOut: { becomes: undefined } }),
    contactNumber: text({ max: 100, trims: true, leftOut: { becomes: '' } }),
    contactName: text({ max: 200, trims: true, leftOut: { becomes: '' } }),
    chat: choice(['individual', 'group'], { leftOut: { becomes: 'individual' } }),
    at: moment({ leftOut: { becomes: undefined } }),
  },
)

const api = {
  method: 'POST',
  url: 'https://kedai.my/stok',
  headers: [{ name: 'X-Key', value: 'k' }],
  body: '{"sku": "[message]"}',
  fields: [{ name: 'stock', path: 'data.items[0].stock' }],
  fallbackText: 'Nanti kami jawab',
}
const headers = (count: number) => Array(count).fill({ name: 'A', value: 'b' })
const field = (name: string, path = 'a') => [{ name, path }]
const header = (name: string, value = 'b') => [{ name, value }]

const apiRules: Record<string, FieldRules> = {
  method: choice(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  url: {
    takes: [
      ['a placeholder in its query', 'https://kedai.my/stok?sku=[message]'],
      ['a port and a path', 'http://127.0.0.1:8080/a/b'],
      ['2000 characters', `https://kedai.my/${'x'.repeat(1983)}`],
    ],
    refuses: [
      ['nothing', undefined, 'missing'],
      ['an empty text', '', 'web_address_invalid'],
      ['2001 characters', `https://kedai.my/${'x'.repeat(1984)}`, 'text_too_long', { max: 2000 }],
      ['a million letters', 'x'.repeat(1_000_000), 'text_too_long', { max: 2000 }],
      ['a file', 'file:///etc/passwd', 'web_address_invalid'],
      ['data', 'data:text/plain,x', 'web_address_invalid'],
      ['a path alone', '/stok', 'web_address_invalid'],
      ['a list', ['https://kedai.my'], 'unreadable'],
    ],
  },
  headers: {
    takes: [
      ['none', []],
      ['20', headers(20)],
      ['a name of 100 letters', header('x'.repeat(100))],
      ['a value of 2000 letters', header('A', 'x'.repeat(2000))],
      ['an empty value', header('A', '')],
      ['the same twice', [...header('A'), ...header('a')]],
    ],
    refuses: [
      ['nothing', undefined, 'missing'],
      ['21', headers(21), 'list_too_long', { max: 20 }],
      ['no name', header(''), 'api_header_name_invalid'],
      ['a name of 101 letters', header('x'.repeat(101)), 'api_header_name_invalid'],
      ['a name with a blank', header('X Key'), 'api_header_name_invalid'],
      ['a name with a colon', header('X:'), 'api_header_name_invalid'],
      ['a name with a line break', header('A\r\nB'), 'api_header_name_invalid'],
      ['a line break at its end', header('A\n'), 'api_header_name_invalid'],
      ['a value with a line break', header('A', 'b\r\nC: d'), 'api_header_value_invalid'],
      ['a value of 2001 letters', header('A', 'x'.repeat(2001)), 'text_too_long', { max: 2000 }],
      ['a number as value', [{ name: 'A', value: 5 }], 'unreadable'],
      ['a text', 'A: b', 'unreadable'],
      ['no object', ['A: b'], 'unreadable'],
      ['nothing but a name', [{ name: 'A' }], 'missing'],
    ],
  },
  body: text({ max: 10_000 }),
  fields: {
    takes: [
      ['none', []],
      ['20', Array.from({ length: 20 }, (_, n) => ({ name: `f${n}`, path: 'a' }))],
      ['a name of 50 letters', field('x'.repeat(50))],
      ['a path of 500 letters', field('a', 'x'.repeat(500))],
      ['the whole answer', field('all', '')],
    ],
    refuses: [
      ['nothing', undefined, 'missing'],
      ['21', Array(21).fill({ name: 'a', path: 'a' }), 'list_too_long', { max: 20 }],
      ['no name', field(''), 'api_field_name_invalid'],
      ['a name of 51 letters', field('x'.repeat(51)), 'api_field_name_invalid'],
      ['a name that begins with a digit', field('1st'), 'api_field_name_invalid'],
      ['a name with a dash', field('in-stock'), 'api_field_name_invalid'],
      ['a name with an accent', field('prix_é'), 'api_field_name_invalid'],
      ['a path of 501 letters', field('a', 'x'.repeat(501)), 'text_too_long', { max: 500 }],
      ['no path', [{ name: 'a' }], 'missing'],
      ['null', [null], 'unreadable'],
    ],
  },
  fallbackText: text({ max: 10_000 }),
}

testFields('an API', ApiRestConfig, api, apiRules)

describe('the form of an API', () => {
  const said = (fields: object) =>
    issuesOf(ApiRestForm, { ...api, ...fields }).map(({ path, code }) => [path.join('.'), code])

  test.each<[string, object, [string, string][]]>([
    ['what the server takes', {}, []],
    ['a body that is no JSON', { body: '{"sku": }' }, [['body', 'api_rest_body_invalid']]],
    ['a body of blanks', { body: ' \n' }, []],
    ['a body that is not sent', { method: 'GET', body: '{' }, []],
    ['a path that is none', { fields: field('a', 'a[') }, [['fields.0.path', 'api_path_invalid']]],
    [
      'a name that comes again, and again',
      { fields: [...field('a'), ...field('b'), ...field('a'), ...field('a')] },
      [
        ['fields.2.name', 'api_rest_field_twice'],
        ['fields.3.name', 'api_rest_field_twice'],
      ],
    ],
    [
      'names that differ in case alone: they are two',
      { fields: [...field('stock'), ...field('Stock')] },
      [],
    ],
    [
      'several at once, each at its place',
      { body: '[', fields: [...field('a', '..'), ...field('b'), ...field('b', ']')] },
      [
        ['body', 'api_rest_body_invalid'],
        ['fields.0.path', 'api_path_invalid'],
        ['fields.2.path', 'api_path_invalid'],
        ['fields.2.name', 'api_rest_field_twice'],
      ],
    ],
  ])('%s', (_what, fields, expected) => {
    expect(said(fields)).toEqual(expected)
  })
})
