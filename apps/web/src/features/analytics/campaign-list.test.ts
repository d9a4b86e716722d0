import type { BulkCampaignSummary } from '@kirim/contract/analytics'
import type { CampaignStatus } from '@kirim/contract/campaigns'
import { describe, expect, it } from 'vitest'
import { afterChange, failsOften, runningCampaigns } from './campaign-list.ts'
import { campaignOf } from './testing/campaigns.ts'

const two = [campaignOf({ id: 'a' }), campaignOf({ id: 'b', name: 'Second' })]

function progressOf(campaign: BulkCampaignSummary) {
  const { name: _name, deviceName: _device, groupName: _group, ...progress } = campaign
  return progress
}

describe('a change of a campaign', () => {
  it('moves its counts and keeps its names and everybody else', () => {
    const progress = {
      ...progressOf(campaignOf({ id: 'b' })),
      sent: 7,
      status: 'completed' as const,
    }
    const after = afterChange(two, { id: 'b', progress })
    expect(after).toEqual([two[0], { ...two[1], sent: 7, status: 'completed' }])
    expect(after?.[0]).toBe(two[0])
  })

  it('takes a deleted one off the list', () => {
    expect(afterChange(two, { id: 'a', progress: null })).toEqual([two[1]])
  })

  it('of one that is not listed asks for the list, unless it is gone anyway', () => {
    const progress = progressOf(campaignOf({ id: 'new' }))
    expect(afterChange(two, { id: 'new', progress })).toBeNull()
    expect(afterChange(two, { id: 'gone', progress: null })).toEqual(two)
  })
})

describe('the campaigns under way', () => {
  const open = { queued: 3 }
  it.each<[CampaignStatus, Partial<BulkCampaignSummary['counts']>, boolean]>([
    ['sending', open, true],
    ['sending', { sending: 1 }, true],
    ['queued', open, true],
    ['outside_hours', open, true],
    ['scheduled', open, false],
    ['paused', open, false],
    ['stopped', open, false],
    ['completed', {}, false],
    ['sending', {}, false],
  ])('%s with %o: %s', (status, counts, runs) => {
    expect(runningCampaigns([campaignOf({ status, counts })])).toHaveLength(runs ? 1 : 0)
  })

  it('come with those sending first, else in their order', () => {
    const statuses: CampaignStatus[] = ['queued', 'sending', 'outside_hours', 'queued', 'sending']
    const list = statuses.map((status, index) =>
      campaignOf({ id: String(index), status, counts: open }),
    )
    expect(runningCampaigns(list).map(({ id }) => id)).toEqual(['1', '4', '2', '0', '3'])
  })
})

it.each([
  [{ delivered: 95, failed: 5 }, false],
  [{ delivered: 94, failed: 6 }, true],
  [{ failed: 1 }, true],
  [{ queued: 10 }, false],
])('failures of %o need a look: %s', (counts, often) => {
  expect(failsOften(campaignOf({ counts }))).toBe(often)
})
