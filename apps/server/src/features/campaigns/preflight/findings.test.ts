import { NO_FIELDS } from '@kirim/message-template/field-key'
import { foreignPlaceholders } from '@kirim/message-template/foreign-placeholders'
import { parseTemplate } from '@kirim/message-template/parse'
import { BLOCK_MAX_MS, longestBlockMsBestOf3 } from '@kirim/testing/longest-block'
import { describe, expect, test } from 'vitest'
import { judgeLinks, linksIn, literalParts } from './check-texts.ts'
import { findFindings } from './find-findings.ts'
import type { HostKind } from './preflight.ports.ts'

const HOSTS: Readonly<Record<string, HostKind>> = {
  'kedai.com': 'public',
  'www.kedai.com': 'public',
  'gone.com': 'missing',
  localhost: 'private',
  '[::1]': 'private',
  '10.0.0.1': 'private',
}
const judgeHost = async (host: string) => HOSTS[host] ?? 'unknown'

test.each<[string, string[]]>([
  ['no link. None.At all, 3.5 kg', []],
  ['see https://kedai.com/menu.', ['https://kedai.com/menu']],
  ['(http://kedai.com/a_b) and WWW.kedai.com!', ['http://kedai.com/a_b', 'WWW.kedai.com']],
  ['kedai.com/menu and kedai.com', ['kedai.com/menu']],
  ['{https://a.com|https://b.com/[name]}', ['https://a.com', 'https://b.com/']],
  ['https://[city].example.com and www.[city].com', []],
  ['https://kedai.com{/a|/b} https://{www.|}kedai.com/x', []],
  ['{https://a|https://b}.com {Hi|Hello} https://kedai.com/[name]', ['https://kedai.com/']],
  ['[city]kedai.com/menu', []],
  ['htp://kedai.com', ['htp://kedai.com']],
  ['https://kedai.com https://kedai.com', ['https://kedai.com']],
  ['mail a@kedai.com/x', []],
])('in “%s” phones see the links %j', (text, links) => {
  expect(linksIn(text)).toEqual(links)
})

test.each([
  ['https://kedai.com/menu', null],
  ['kedai.com/menu', null],
  ['www.kedai.com', null],
  ['https://nobody-knows.com', null],
  ['http://localhost:3000', 'link_closed'],
  ['http://10.0.0.1/', 'link_closed'],
  ['http://0xa000001/', 'link_closed'],
  ['http://[::1]/', 'link_closed'],
  ['https://gone.com', 'link_missing'],
  ['htps://kedai.com', 'link_scheme'],
  ['javascript://kedai.com', 'link_scheme'],
  ['https://', 'link_unreadable'],
  ['https://a b.com', 'link_unreadable'],
])('%s: %s', async (link, code) => {
  const found = await judgeLinks([link], judgeHost)
  expect(found.map((finding) => finding.code)).toEqual(code ? [code] : [])
})

test('scans any text of ten thousand characters fast', async () => {
  for (const part of ['https://', 'a.', 'www.', 'a-', 'ab.cd/', '://', 'www.a|', 'www.a|b ']) {
    const text = part.repeat(10_000 / part.length)
    const step = await longestBlockMsBestOf3(async () => linksIn(text))
    expect(step).toBeLessThan(BLOCK_MAX_MS)
  }
})

test.each<[string[], [string, string, string?][]]>([
  [[String.raw`[greet] [name|kawan] [City] {a|b} \[nmae] [api.price|soon]`], []],
  [
    ['Hi [nmae]', '[nmae] [town|here]'],
    [
      ['placeholder_unknown', '[nmae]'],
      ['placeholder_unknown', '[town|here]'],
    ],
  ],
  [['{A|Pay [api.price] [api.price]}'], [['placeholder_of_chatbot', '[api.price]']]],
  [
    [`Hai {name}, {{name}} {{1}} \${name} {Nama} {first_name}`, '%name% {{ city }} {promo} %city%'],
    [
      ['placeholder_foreign', '{name}', '[name]'],
      ['placeholder_foreign', '{{name}}', '[name]'],
      ['placeholder_foreign', '{{1}}', '[name]'],
      ['placeholder_foreign', `\${name}`, '[name]'],
      ['placeholder_foreign', '{Nama}', '[name]'],
      ['placeholder_foreign', '{first_name}', '[name]'],
      ['placeholder_foreign', '{{ city }}', '[city]'],
      ['placeholder_foreign', '{promo}', '[promo]'],
      ['placeholder_foreign', '%name%', '[name]'],
      ['placeholder_foreign', '%city%', '[city]'],
    ],
  ],
  [
    ['{Hai {name}|Helo} <name> «Nama» #name# {wa_name}'],
    [
      ['placeholder_foreign', '{name}', '[name]'],
      ['placeholder_foreign', '{wa_name}', '[wa_name]'],
      ['placeholder_foreign', '<name>', '[name]'],
      ['placeholder_foreign', '«Nama»', '[name]'],
      ['placeholder_foreign', '#name#', '[name]'],
    ],
  ],
  [['{name|kawan}'], [['placeholder_as_choice', '{name|kawan}', '[name|kawan]']]],
  [[String.raw`\{name} 5% dan 10% {} { } {hai|helo} {1|2} <3 #promo# a<b>c`], []],
  [['[name|{you|there}]'], [['fallback_unreadable', '[name|']]],
  [
    ['Hi [name, {now|later'],
    [
      ['bracket_unclosed', '[name,'],
      ['bracket_unclosed', '{now'],
    ],
  ],
  [[`[x|${'😀'.repeat(50)}]`], [['placeholder_unknown', `[x|${'😀'.repeat(28)}…`]]],
])('of %j these parts are sent literally: %j', async (texts, parts) => {
  const fields = new Set(['city'])
  const templates = texts.map((text) => parseTemplate(text, fields))
  const found = await literalParts(templates, fields)
  expect(
    found.map(({ code, text, instead }) => [code, text, ...(instead ? [instead] : [])]),
  ).toEqual(parts)
})

test('finds foreign placeholders fast in any text', async () => {
  for (const part of ['{', '{a', '{ ', '%a', '<<a ', '#a', '{a}', '{name|a}', '«', '${ {']) {
    const template = parseTemplate(part.repeat(10_000 / part.length))
    const step = await longestBlockMsBestOf3(async () => foreignPlaceholders(template, NO_FIELDS))
    expect(step).toBeLessThan(BLOCK_MAX_MS)
  }
})

test('reports at most ten literal parts', async () => {
  const text = Array.from({ length: 20 }, (_, n) => `[a${n}]`).join(' ')
  expect(await literalParts([parseTemplate(text)], NO_FIELDS)).toHaveLength(10)
})

describe('the findings', () => {
  const FINE = {
    form: {
      caption: 'Hi',
      urlLink: '',
      enableLink: false,
      hasUpload: false,
    },
    wordings: 1,
    files: { chosen: 0, missing: 0 },
    people: { reached: 10, neverWritten: 10 },
    neverEnds: false,
    night: { code: null, startsAt: null },
    devices: [{ name: 'Kedai', isOffline: false, limitedUntil: null, isLimitNamed: false }],
    isCut: false,
    links: [],
    literal: [],
    lacking: new Map<string, number>(),
  }
  const form = (given: Partial<typeof FINE.form>) => ({ form: { ...FINE.form, ...given } })
  const AWAY = { name: 'Kedai', isOffline: true, limitedUntil: null, isLimitNamed: false }
  const LIMITED = {
    name: 'Pejabat',
    isOffline: false,
    limitedUntil: '2026-11-27T08:00:00.000Z',
    isLimitNamed: true,
  }
  const GUESSED = { ...LIMITED, isLimitNamed: false }
  const NIGHT = { code: 'starts_at_night', startsAt: '2026-11-27T18:00:00.000Z' } as const
  const NOBODY = { reached: 0, neverWritten: 0 }
  const cold = { people: { reached: 60, neverWritten: 50 } }

  test.each<[string, Partial<Parameters<typeof findFindings>[0]>, string[]]>([
    ['nothing', {}, []],
    ['no text', form({ caption: ' ' }), ['text_empty']],
    ['a link alone', form({ caption: '', enableLink: true, urlLink: 'https://kedai.com' }), []],
    ['a file alone', { ...form({ caption: '' }), files: { chosen: 1, missing: 0 } }, []],
    ['an upload alone', form({ caption: '', hasUpload: true }), []],
    ['a file that is gone', { files: { chosen: 2, missing: 1 } }, ['files_missing']],
    ['many strangers, one wording', cold, ['one_wording']],
    ['many strangers, two wordings', { ...cold, wordings: 2 }, []],
    ['a few strangers', { people: { reached: 60, neverWritten: 49 } }, []],
    ['a start at night', { night: NIGHT }, ['starts_at_night']],
    ['nobody, at night', { night: NIGHT, people: NOBODY }, []],
    ['no end', { neverEnds: true }, ['never_ends']],
    ['a device that is away', { devices: [AWAY] }, ['number_offline']],
    ['a limited device', { devices: [LIMITED] }, ['number_limited']],
    ['one limited by a guess', { devices: [GUESSED] }, ['number_limited_guess']],
    ['both, of two', { devices: [LIMITED, AWAY] }, ['number_offline', 'number_limited']],
    ['nobody, and a device that is away', { devices: [AWAY], people: NOBODY }, []],
    ['nobody, and so no end', { neverEnds: true, people: NOBODY }, []],
    ['a cut text', { isCut: true }, ['text_too_long']],
    ['a link', { links: [{ code: 'link_missing', link: 'x.com' }] }, ['link_missing']],
    [
      'a part that is sent as written',
      { literal: [{ code: 'placeholder_unknown', text: '[nmae]' }] },
      ['placeholder_unknown'],
    ],
    ['names that lack', { lacking: new Map([['name', 3]]) }, ['field_empty']],
  ])('%s', (_what, facts, codes) => {
    expect(findFindings({ ...FINE, ...facts }).map(({ code }) => code)).toEqual(codes)
  })
})
