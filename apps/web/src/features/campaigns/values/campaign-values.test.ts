import type { BulkCampaign } from '@kirim/contract/campaigns'
import { BulkCampaignForm } from '@kirim/contract/save-campaign'
import { ScheduleType } from '@kirim/contract/schedule'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messagesOf } from '#shared/testing/messages-of.ts'
import { chooseFromLibrary, mediaChoiceOf, NO_MEDIA, toggleItem } from '../media/media-choice.ts'
import { bulkCampaignOf } from '../testing/campaigns.ts'
import { campaignAddress } from './campaign-address.ts'
import {
  bodyOf,
  type CampaignValues,
  isoMoment,
  localMoment,
  newCampaignValues,
  problemsOf,
  valuesOf,
} from './campaign-values.ts'

const timeZone = 'Asia/Kuala_Lumpur'
const creating = { editing: false, timeZone }
const editing = { editing: true, timeZone }

function values(changes: Partial<CampaignValues> = {}): CampaignValues {
  const required = { campaignName: 'Promo', contactGroupId: 'g1' }
  return { ...newCampaignValues('d1'), ...required, ...changes }
}

const media = {
  _id: 'm9',
  originalName: 'kopi.png',
  fileName: 'x.png',
  filePath: '/uploads/x.png',
  fileType: 'image/png',
  fileSize: 5,
  createdAt: '2026-11-20T00:00:00.000Z',
}

const campaign = (changes: Partial<BulkCampaign> = {}) =>
  bulkCampaignOf({
    enableLink: true,
    urlLink: 'https://kedai.example/menu',
    caption: '{Hai|Salam}, [wa_name]',
    scheduledAt: '2026-11-27T07:00:00.000Z',
    campaignScheduleType: 'daytime',
    mediaAttachments: ['m1', 'm2'],
    ...changes,
  })

describe('what is sent', () => {
  it('is accepted by the contract with the same meaning', () => {
    const body = bodyOf(values({ scheduledAt: '2026-11-27T07:00' }), NO_MEDIA, creating)
    const parsed = BulkCampaignForm.parse(body)
    expect(parsed).toMatchObject({
      campaignName: 'Promo',
      campaignType: 'bulk',
      contactGroupId: 'g1',
      statusEnabled: true,
      minIntervalSeconds: 5,
      maxIntervalSeconds: 10,
      timeZone,
    })
    expect(parsed.scheduledAt).toEqual(new Date('2026-11-27T07:00'))
    expect(body).not.toHaveProperty('deviceId')
  })

  it("contains the form's unused fields [7.bulk.unused]", () => {
    const unused = { aiAgentTraining: '', useAI: false, presenceDelay: 0 }
    const body = bodyOf(values(), NO_MEDIA, creating)
    expect(body).toMatchObject(unused)
    expect(
      BulkCampaignForm.safeParse({ ...body, aiAgentTraining: ['x'], useAI: 'maybe' }).success,
    ).toBe(true)
  })

  it('contains no time when there is none', () => {
    expect(bodyOf(values(), NO_MEDIA, creating).scheduledAt).toBe('')
  })

  it.each(['20277-03-01T10:30', '202777-03-01T10:30', 'tomorrow'])(
    'an unreadable time (%s) is refused by the contract, and never left out',
    (scheduledAt) => {
      const body = bodyOf(values({ scheduledAt }), NO_MEDIA, creating)
      expect(body.scheduledAt).not.toBe('')
      expect(BulkCampaignForm.safeParse(body).success).toBe(false)
    },
  )

  it.each([
    ['anytime', '[]'],
    ['daytime', '[7,8,9,10,11,12,13,14,15,16,17,18]'],
    ['nighttime', '[19,20,21,22,23,0,1,2,3,4,5,6]'],
    ['odd_hours', '[1,3,5,7,9,11,13,15,17,19,21,23]'],
    ['even_hours', '[0,2,4,6,8,10,12,14,16,18,20,22]'],
  ] as const)('carries the hours of %s as a JSON list', (campaignScheduleType, hours) => {
    const body = bodyOf(values({ campaignScheduleType }), NO_MEDIA, creating)
    expect(body.campaignScheduleDetails).toBe(hours)
  })

  const file = new File(['x'], 'a.png', { type: 'image/png' })
  it.each([
    ['nothing, new', NO_MEDIA, creating, {}],
    ['nothing, edited', NO_MEDIA, editing, { mediaAttachments: [] }],
    ['library', { kind: 'library', ids: ['a', 'b'] }, editing, { mediaAttachments: ['a', 'b'] }],
    ['an upload', { kind: 'upload', file }, editing, {}],
    ['the earlier upload', { kind: 'kept', file: media }, editing, { keepMediaFile: true }],
  ] as const)('media: %s', (_name, choice, options, fields) => {
    const { mediaAttachments, keepMediaFile } = bodyOf(values(), choice, options)
    expect({ mediaAttachments, keepMediaFile }).toEqual({
      mediaAttachments: undefined,
      keepMediaFile: undefined,
      ...fields,
    })
  })

  it.each([
    [true, ' https://a.example ', 'https://a.example'],
    [false, 'https://a.example', 'https://a.example'],
    [false, 'half typ', ''],
  ])('link on %s: "%s"', (enableLink, urlLink, sent) => {
    expect(bodyOf(values({ enableLink, urlLink }), NO_MEDIA, creating).urlLink).toBe(sent)
  })
})

describe('a loaded campaign', () => {
  it('is unchanged when nothing is edited', () => {
    const loaded = campaign()
    const parsed = BulkCampaignForm.parse(bodyOf(valuesOf(loaded), mediaChoiceOf(loaded), editing))
    expect(parsed).toMatchObject({
      campaignName: loaded.campaignName,
      statusEnabled: false,
      enableLink: true,
      urlLink: loaded.urlLink,
      caption: loaded.caption,
      contactGroupId: 'g1',
      minIntervalSeconds: 6,
      maxIntervalSeconds: 12,
      campaignScheduleType: 'daytime',
      mediaAttachments: ['m1', 'm2'],
      scheduledAt: new Date('2026-11-27T07:00:00.000Z'),
    })
  })

  it('keeps the file it was uploaded with', () => {
    const choice = mediaChoiceOf(campaign({ mediaFile: media, mediaAttachments: [] }))
    expect(choice).toEqual({ kind: 'kept', file: media })
  })

  it('keeps its people when its group is deleted', () => {
    expect(messagesOf(problemsOf(valuesOf(campaign({ contactGroupId: null }))))).toEqual({})
  })
})

describe('validation', () => {
  const device = 'Device ID is required. Please select or ensure device is connected.'
  const link = 'Enter a web address that starts with http:// or https://.'
  const time =
    'This time could not be read. Give the date and the time in full, or leave both empty.'
  it.each([
    ['nothing', {}, {}],
    ['no device', { deviceId: '' }, { deviceId: device }],
    ['a blank name', { campaignName: '  ' }, { campaignName: 'Campaign name is required.' }],
    ['a link without an address', { enableLink: true }, { urlLink: link }],
    ['a link to a script', { enableLink: true, urlLink: 'javascript:x' }, { urlLink: link }],
    [
      'a year that no message lives to see',
      { scheduledAt: '20277-03-01T10:30' },
      { scheduledAt: time },
    ],
    ['a year of six digits', { scheduledAt: '202777-03-01T10:30' }, { scheduledAt: time }],
    ['a time', { scheduledAt: '2027-03-01T10:30' }, {}],
    ['an address behind no link', { urlLink: 'javascript:x' }, {}],
    ['a long name', { campaignName: 'x'.repeat(201) }, { campaignName: expect.any(String) }],
    [
      'intervals the wrong way round',
      { minIntervalSeconds: 20 },
      { minIntervalSeconds: 'The minimum interval must not be longer than the maximum.' },
    ],
  ])('%s', (_name, changes, problems) => {
    expect(messagesOf(problemsOf(values(changes)))).toEqual(problems)
  })

  it('refuses a past time unless it is the saved one', () => {
    const past = values({ scheduledAt: '2020-01-01T00:00' })
    const text = 'This time has passed. Choose a later time, or leave empty to send at once.'
    expect(messagesOf(problemsOf(past, ''))).toEqual({ scheduledAt: text })
    expect(messagesOf(problemsOf(past, past.scheduledAt))).toEqual({})
    const soon = localMoment(new Date().toISOString())
    expect(messagesOf(problemsOf(values({ scheduledAt: soon }), ''))).toEqual({})
  })
})

it('a moment survives the field, to the minute', () => {
  const minute = 60_000
  const minutes = fc.integer({ min: 0, max: Date.parse('2100-01-01T00:00Z') / minute })
  fc.assert(
    fc.property(minutes, (count) => {
      const iso = new Date(count * minute).toISOString()
      // In the hour when clocks are set back, two moments have the same local time.
      expect(localMoment(isoMoment(localMoment(iso)))).toBe(localMoment(iso))
    }),
  )
})

it.each(ScheduleType.options)('%s is a choice the contract knows', (campaignScheduleType) => {
  const body = bodyOf(values({ campaignScheduleType }), NO_MEDIA, creating)
  expect(BulkCampaignForm.parse(body).campaignScheduleType).toBe(campaignScheduleType)
})

describe('the media choice', () => {
  const upload = { kind: 'upload', file: new File(['x'], 'a.png') } as const
  it('a confirmed selection clears the file, an empty one leaves it', () => {
    expect(chooseFromLibrary(upload, ['a'])).toEqual({ kind: 'library', ids: ['a'] })
    expect(chooseFromLibrary(upload, [])).toBe(upload)
    expect(chooseFromLibrary({ kind: 'library', ids: ['a'] }, [])).toBe(NO_MEDIA)
  })

  it('takes three items in the order of selection, but no fourth', () => {
    expect(toggleItem(['a', 'b'], 'c')).toEqual(['a', 'b', 'c'])
    expect(toggleItem(['a', 'b', 'c'], 'd')).toBeNull()
    expect(toggleItem(['a', 'b', 'c'], 'b')).toEqual(['a', 'c'])
  })
})

describe('the address', () => {
  it.each([
    ['', {}, { deviceId: null, campaignId: null }],
    ['type=bulk', { deviceId: 'd1' }, { deviceId: 'd1', campaignId: null }],
    ['type=bulk&editCampaignId=c1', { deviceId: 'd1' }, { deviceId: 'd1', campaignId: 'c1' }],
    ['', { deviceId: 'd1', campaignId: 'c2' }, { deviceId: 'd1', campaignId: 'c2' }],
  ])('?%s', (search, params, expected) => {
    expect(campaignAddress(params, new URLSearchParams(search))).toEqual(expected)
  })
})

describe('the opt-out line', () => {
  it.each(['', 'en', 'ms'] as const)('%j is kept when a campaign is edited', (optOutLine) => {
    const shown = valuesOf(campaign({ optOutLine }))
    expect(bodyOf(shown, NO_MEDIA, editing)).toMatchObject({ optOutLine, language: 'en' })
  })

  it('of a new campaign is the given one', () => {
    expect(newCampaignValues('d1', 'ms', 'ms')).toMatchObject({ language: 'ms', optOutLine: 'ms' })
  })
})
