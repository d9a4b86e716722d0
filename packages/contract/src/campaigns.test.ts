import { describe, expect, test } from 'vitest'
import { EstimateForm, sendToRest } from './campaign-sending.ts'
import { setCampaignStatus } from './campaigns.ts'
import { BulkCampaignForm } from './save-campaign.ts'
import { HOURS_BY_SCHEDULE, ScheduleType } from './schedule.ts'
import {
  both,
  choice,
  type FieldRules,
  flag,
  id,
  issuesOf,
  testFields,
  text,
  whole,
} from './testing/field-rules.ts'

const valid = { campaignName: 'Jualan', contactGroupId: 'g1' }
const formWith = (fields: object) => ({ ...valid, ...fields })

const interval = (becomes: number) =>
  both(
    whole({
      min: 4,
      max: 60,
      small: 'interval_too_short',
      large: 'interval_too_long',
      asText: true,
      leftOut: { becomes },
    }),
    {
      takes: [['a number', 30]],
      refuses: [
        ['an empty text', '', 'interval_too_short', { min: 4 }],
        ['a number below', -30, 'interval_too_short', { min: 4 }],
        ['more than a number can say', '9'.repeat(400), 'no_number'],
      ],
    },
  )

const UNREADABLE_TIME = 'campaign_time_unreadable'
const scheduledAt: FieldRules = {
  takes: [
    ['nothing', undefined, null],
    ['null', null, null],
    ['an empty text', '', null],
    ['null as a form writes it', 'null', null],
    ['a moment in UTC', '2026-08-01T09:00:00Z', new Date('2026-08-01T09:00:00Z')],
    ['a moment elsewhere', '2026-08-01T09:00:00+08:00', new Date('2026-08-01T01:00:00Z')],
    ['a moment long past', '1970-01-01T00:00:00Z', new Date(0)],
  ],
  refuses: [
    ['a date alone', '2026-08-01', UNREADABLE_TIME],
    ['a time without a zone', '2026-08-01T09:00', UNREADABLE_TIME],
    ['a day that is not there', '2026-02-30T09:00:00Z', UNREADABLE_TIME],
    ['an hour that is not there', '2026-08-01T25:00:00Z', UNREADABLE_TIME],
    ['undefined as a form writes it', 'undefined', UNREADABLE_TIME],
    ['white space', ' ', UNREADABLE_TIME],
    ['milliseconds', 1_785_546_000_000, UNREADABLE_TIME],
    ['a list', ['2026-08-01T09:00:00Z'], UNREADABLE_TIME],
  ],
}

const timeZone: FieldRules = {
  takes: [
    ['nothing', undefined, undefined],
    ['a place', 'Asia/Kuala_Lumpur'],
    ['UTC', 'UTC'],
  ],
  refuses: [
    ['an empty text', '', 'time_zone_unknown'],
    ['a place that is not there', 'Asia/Atlantis', 'time_zone_unknown'],
    ['a line break behind it', 'UTC\n', 'time_zone_unknown'],
    ['101 letters', 'x'.repeat(101), 'text_too_long', { max: 100 }],
    ['a million letters, which nobody looks up', 'x'.repeat(1_000_000), 'text_too_long'],
    ['null', null, 'unreadable'],
    ['a list', ['UTC'], 'unreadable'],
  ],
}

/** Any value is accepted and ignored. */
const unused: FieldRules = {
  takes: [undefined, null, 'on', 5, [[]], { deep: {} }].map((value) => [
    JSON.stringify(value) ?? 'nothing',
    value,
    value,
  ]),
  refuses: [],
}

/** The hours follow from the type; the submitted value is ignored [4.schedule]. */
const hours: FieldRules = {
  takes: [undefined, '', [], '[7,8,9]', ['0', '23'], '5', [0]].map((value) => [
    JSON.stringify(value) ?? 'nothing',
    value,
    [],
  ]),
  refuses: [
    ['an hour too many', '[24]', 'number_too_large', { max: 23 }],
    ['an hour too few', [-1], 'number_too_small', { min: 0 }],
    ['half an hour', ['7.5'], 'no_whole_number'],
    ['words', ['morning'], 'no_number'],
    ['a list that is not closed', '[1,2', 'list_unreadable'],
    ['a list of lists', '[[1]]', 'list_unreadable'],
    ['a list of objects', '[{"hour":1}]', 'list_unreadable'],
    ['a list of 10,001 characters', `[${' '.repeat(9_999)}]`, 'list_unreadable'],
  ],
}

const media: FieldRules = {
  takes: [
    ['nothing', undefined, undefined],
    ['an empty text', '', []],
    ['one', 'm1', ['m1']],
    ['three', ['m1', 'm2', 'm3']],
    ['three as JSON', '["m1","m2","m3"]', ['m1', 'm2', 'm3']],
    ['repeated fields, some empty', ['m1', '', '["m2"]'], ['m1', 'm2']],
    ['an id of 100 letters', ['x'.repeat(100)]],
    ['a list of 10,000 characters', `["m1"${' '.repeat(9_994)}]`, ['m1']],
  ],
  refuses: [
    ['four', ['m1', 'm2', 'm3', 'm4'], 'campaign_too_many_media'],
    ['four as JSON', '["m1","m2","m3","m4"]', 'campaign_too_many_media'],
    ['an id of 101 letters', ['x'.repeat(101)], 'text_too_long', { max: 100 }],
    ['an empty id', '[""]', 'text_too_short', { min: 1 }],
    ['a number', '[1]', 'unreadable'],
    ['null', [null], 'unreadable'],
    ['an object', { 0: 'm1' }, 'unreadable'],
    ['a list that is not closed', '["m1"', 'list_unreadable'],
    ['a list of 10,001 characters', `["m1"${' '.repeat(9_995)}]`, 'list_unreadable'],
    ['a list that nests deeply', '['.repeat(5_000), 'list_unreadable'],
  ],
}

const alsoFrom: FieldRules = {
  takes: [
    ['nothing', undefined, undefined],
    ['an empty text', '', []],
    ['two as JSON', '["d1","d2"]', ['d1', 'd2']],
    ['nine', Array.from({ length: 9 }, (_, index) => `d${index}`)],
  ],
  refuses: [
    ['ten', Array.from({ length: 10 }, (_, index) => `d${index}`), 'list_too_long', { max: 9 }],
    ['an id of 101 letters', ['x'.repeat(101)], 'text_too_long', { max: 100 }],
    ['a list that is not closed', '["d1"', 'list_unreadable'],
    ['null', [null], 'unreadable'],
  ],
}

const B = (caption: string) => ({ letter: 'B', caption })

testFields('a bulk campaign', BulkCampaignForm, valid, {
  campaignName: text({
    min: 1,
    max: 200,
    none: 'campaign_name_required',
    short: 'campaign_name_required',
    long: 'campaign_name_too_long',
    trims: true,
  }),
  campaignType: choice(['bulk'], { leftOut: { becomes: 'bulk' } }),
  statusEnabled: flag({ leftOut: { becomes: true } }),
  enableLink: {
    takes: [
      ['nothing', undefined, false],
      ['off', 'off', false],
    ],
    refuses: [
      ['both', 'both', 'unreadable'],
      ['null', null, 'unreadable'],
    ],
  },
  urlLink: {
    takes: [
      ['nothing', undefined, ''],
      ['an empty text', '', ''],
      ['an address', 'https://kedai.my/jualan?a=1#b'],
      ['white space around it', ' http://kedai.my \n', 'http://kedai.my'],
      ['2000 characters', `https://kedai.my/${'x'.repeat(1983)}`],
    ],
    refuses: [
      ['2001 characters', `https://kedai.my/${'x'.repeat(1984)}`, 'text_too_long', { max: 2000 }],
      ['a million characters', 'x'.repeat(1_000_000), 'text_too_long', { max: 2000 }],
      ['no scheme', 'kedai.my', 'web_address_invalid'],
      ['a script', 'javascript:alert(1)', 'web_address_invalid'],
      ['a file', 'file:///etc/passwd', 'web_address_invalid'],
      ['a scheme alone', 'https://', 'web_address_invalid'],
      ['null', null, 'unreadable'],
    ],
  },
  alsoFrom,
  variants: {
    takes: [
      ['nothing', undefined, undefined],
      ['an empty text', '', []],
      ['an empty list', '[]', []],
      ['one without a letter', [{ caption: 'Hai' }]],
      ['one as JSON', '[{"letter":"B","caption":"[name],\\r\\nhai"}]', [B('[name],\nhai')]],
      ['three', ['B', 'C', 'Z'].map((letter) => ({ letter, caption: 'x' }))],
      [
        '10,000 characters that are all escaped',
        JSON.stringify([B('\u0001x'.repeat(5000))]),
        [B('\u0001x'.repeat(5000))],
      ],
      ['more than is asked for', [{ caption: 'Hai', removed: true }], [{ caption: 'Hai' }]],
    ],
    refuses: [
      ['four', [1, 2, 3, 4].map(() => ({ caption: 'x' })), 'variants_too_many', { max: 3 }],
      ['10,001 characters', [B('x'.repeat(10_001))], 'caption_too_long', { max: 10_000 }],
      ['a blank one', [B(' \u200b\n')], 'variant_empty'],
      ['the letter of the caption', [{ letter: 'A', caption: 'x' }], 'unreadable'],
      ['no capital letter', [{ letter: 'b', caption: 'x' }], 'unreadable'],
      ['one letter twice', [B('x'), B('y')], 'list_unreadable'],
      ['a text that is no list', 'Hai', 'list_unreadable'],
      ['a list of texts', '["Hai"]', 'unreadable'],
      ['an object', '{}', 'unreadable'],
      ['a million letters', 'x'.repeat(1_000_000), 'list_unreadable'],
      ['a list that nests deeply', '['.repeat(50_000), 'list_unreadable'],
      ['null', null, 'unreadable'],
    ],
  },
  language: choice(['en', 'ms'], { leftOut: { becomes: undefined } }),
  optOutLine: choice(['', 'en', 'ms'], { leftOut: { becomes: undefined } }),
  caption: text({ max: 10_000, long: 'caption_too_long', leftOut: { becomes: '' } }),
  aiAgentTraining: unused,
  useAI: unused,
  presenceDelay: unused,
  contactGroupId: id({ none: 'campaign_group_required', short: 'campaign_group_required' }),
  scheduledAt,
  minIntervalSeconds: {
    takes: [
      ['nothing', undefined, 5],
      ['4', '4', 4],
      ['as long as the longest', '10', 10],
    ],
    refuses: [
      ['3', '3', 'interval_too_short', { min: 4 }],
      ['longer than the longest', '11', 'campaign_interval_order'],
    ],
  },
  maxIntervalSeconds: {
    takes: [
      ['nothing', undefined, 10],
      ['60', '60', 60],
      ['as short as the shortest', 5],
    ],
    refuses: [
      ['61', '61', 'interval_too_long', { max: 60 }],
      ['4.5', '4.5', 'no_whole_number'],
      ['words', 'long', 'no_number'],
    ],
  },
  campaignScheduleType: {
    takes: [['nothing', undefined, 'anytime']],
    refuses: [
      ['another word', 'weekends', 'no_choice'],
      ['null', null, 'no_choice'],
    ],
  },
  campaignScheduleDetails: hours,
  timeZone,
  mediaAttachments: media,
  keepMediaFile: flag({ leftOut: { becomes: false } }),
})

describe('a bulk campaign', () => {
  test('that shows its link needs one, reported at the link', () => {
    const missing = { path: ['urlLink'], code: 'web_address_invalid', params: {} }
    for (const urlLink of [undefined, '', '  ']) {
      expect(issuesOf(BulkCampaignForm, formWith({ enableLink: 'on', urlLink }))).toEqual([missing])
    }
    expect(issuesOf(BulkCampaignForm, formWith({ enableLink: 'off', urlLink: '' }))).toEqual([])
  })

  test('whose shortest interval is longer than its longest is told so at the shortest', () => {
    const form = formWith({ minIntervalSeconds: 30, maxIntervalSeconds: 29 })
    expect(issuesOf(BulkCampaignForm, form)).toEqual([
      { path: ['minIntervalSeconds'], code: 'campaign_interval_order', params: {} },
    ])
  })

  test('with several errors gets one at each field', () => {
    const wrong = { campaignName: '', contactGroupId: 5, minIntervalSeconds: 'x', timeZone: 'Mars' }
    expect(issuesOf(BulkCampaignForm, wrong).map(({ path, code }) => [path[0], code])).toEqual([
      ['campaignName', 'campaign_name_required'],
      ['contactGroupId', 'campaign_group_required'],
      ['minIntervalSeconds', 'no_number'],
      ['timeZone', 'time_zone_unknown'],
    ])
  })

  test.each(ScheduleType.options)('%s: what is sent as hours changes nothing', (type) => {
    const parsed = BulkCampaignForm.parse(
      formWith({ campaignScheduleType: type, campaignScheduleDetails: '[3]' }),
    )
    expect(parsed.campaignScheduleDetails).toEqual(HOURS_BY_SCHEDULE[type])
  })

  test('the hours of day and night, and of odd and even, cover a day without overlap', () => {
    const day = Array.from({ length: 24 }, (_, hour) => hour)
    const sorted = (...lists: (readonly number[])[]) => lists.flat().sort((a, b) => a - b)
    const { daytime, nighttime, odd_hours, even_hours } = HOURS_BY_SCHEDULE
    expect(sorted(daytime, nighttime)).toEqual(day)
    expect(sorted(odd_hours, even_hours)).toEqual(day)
  })
})

testFields(
  'an estimate',
  EstimateForm,
  { contactGroupId: 'g1' },
  {
    contactGroupId: id(),
    minIntervalSeconds: interval(5),
    maxIntervalSeconds: interval(10),
    campaignScheduleType: choice(ScheduleType.options, { leftOut: { becomes: 'anytime' } }),
    scheduledAt,
    timeZone,
    alsoFrom,
    campaignId: id({ leftOut: { becomes: undefined } }),
  },
)

testFields(
  'pausing',
  setCampaignStatus.body,
  { status: 'Enabled' },
  { status: choice(['Enabled', 'Disabled']) },
)

testFields(
  'sending to the rest',
  sendToRest.body,
  {},
  { includeFailed: flag({ leftOut: { becomes: false } }) },
)
