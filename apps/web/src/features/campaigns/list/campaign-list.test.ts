import type { campaignTexts } from '@kirim/contract/campaign-texts'
import type { CampaignStatus } from '@kirim/contract/campaigns'
import { describe, expect, it } from 'vitest'
import { campaignOf, progressOf } from '../testing/campaigns.ts'
import {
  applyChange,
  type CampaignPage,
  failsOften,
  groupCounts,
  type NextStep,
  nextStep,
  sortingOf,
  sortOf,
} from './campaign-list.ts'

const two: CampaignPage = {
  items: [campaignOf({ id: 'a' }), campaignOf({ id: 'b', name: 'Second' })],
  next: null,
  total: 2,
  groups: { completed: 2 },
}

describe('a change of a campaign', () => {
  it('updates its counts and keeps its names and other rows', () => {
    const progress = {
      ...progressOf(campaignOf({ id: 'b' })),
      sent: 7,
      status: 'completed' as const,
    }
    const after = applyChange(two, { id: 'b', progress })
    expect(after.items).toEqual([two.items[0], { ...two.items[1], sent: 7, status: 'completed' }])
    expect(after.items[0]).toBe(two.items[0])
  })

  it('removes a deleted campaign from the list', () => {
    expect(applyChange(two, { id: 'a', progress: null }).items).toEqual([two.items[1]])
  })

  it('does not change a page without the campaign', () => {
    const progress = progressOf(campaignOf({ id: 'new' }))
    expect(applyChange(two, { id: 'new', progress })).toBe(two)
    expect(applyChange(two, { id: 'gone', progress: null })).toBe(two)
  })
})

it.each<[string | null, CampaignPage['groups']]>([
  ['under_way=3, draft=12', { under_way: 3, draft: 12 }],
  ['', {}],
  [null, {}],
  ['lost=3, draft=, paused=x, completed=1', { completed: 1 }],
])('the counts %j are %o', (header, groups) => {
  expect(groupCounts(header)).toEqual(groups)
})

it.each(['newest', 'name', '-name', 'sent', '-sent', 'failed', '-failed'])(
  '%s is kept in the address',
  (sort) => {
    expect(sortOf(sortingOf(sort))).toBe(sort)
  },
)

it.each<[CampaignStatus, keyof typeof campaignTexts, NextStep | null]>([
  ['draft', 'draft', 'edit'],
  ['scheduled', 'scheduled', 'edit'],
  ['scheduled', 'scheduled_disconnected', 'reconnect'],
  ['scheduled', 'scheduled_unlinked', 'link_again'],
  ['queued', 'queued_next', 'pause'],
  ['sending', 'sending', 'pause'],
  ['outside_hours', 'outside_hours', 'pause'],
  ['waiting_number', 'number_connecting', 'pause'],
  ['waiting_number', 'number_disconnected', 'reconnect'],
  ['waiting_number', 'number_banned', 'see_number'],
  ['waiting_number', 'number_refused', 'see_number'],
  ['scheduled', 'scheduled_banned', 'see_number'],
  ['waiting_number', 'number_banned_for_now', 'pause'],
  ['waiting_number', 'number_unlinked', 'link_again'],
  ['paused', 'paused', 'resume'],
  ['paused', 'paused_number_removed', 'resume'],
  ['cancelled', 'cancelled', 'link_again'],
  ['completed', 'completed_failed', null],
])('%s, %s: the next step is %s', (status, code, step) => {
  expect(nextStep(campaignOf({ status, sentence: { code, params: {} } }))).toBe(step)
})

it.each([
  [{ delivered: 95, failed: 5 }, false],
  [{ delivered: 94, failed: 6 }, true],
  [{ failed: 1 }, true],
  [{ queued: 10 }, false],
])('failures of %o count as frequent: %s', (counts, often) => {
  expect(failsOften(campaignOf({ counts }))).toBe(often)
})
