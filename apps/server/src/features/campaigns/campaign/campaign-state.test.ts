import { describe, expect, test } from 'vitest'
import {
  actionsIn,
  type CampaignEvent,
  type CampaignState,
  campaignState,
  nextCampaign,
  type StateFacts,
  stateColumns,
} from './campaign-state.ts'

const EVENTS: readonly CampaignEvent[] = [
  'start',
  'pause',
  'resume',
  'cancel',
  'retry_failed',
  'send_to_rest',
  'number_removed',
  'failures',
  'finished',
]

/** The state after each event, in the order above; `-` where it is not allowed. */
const TABLE: Readonly<Record<CampaignState, string>> = {
  draft: 'queued draft queued - - - draft - -',
  scheduled: 'scheduled paused scheduled cancelled scheduled - paused paused finished',
  queued: 'queued paused queued cancelled queued - paused paused finished',
  running: 'running paused running cancelled running - paused paused finished',
  held: 'held paused held cancelled queued - paused paused finished',
  paused: 'queued paused queued cancelled paused - paused - finished',
  stranded: '- stranded - cancelled - - stranded - -',
  finished: 'finished finished finished - queued queued finished - -',
  cancelled: '- - - - - - cancelled - cancelled',
}

test.each(Object.entries(TABLE) as [CampaignState, string][])('%s', (state, after) => {
  expect(EVENTS.map((event) => nextCampaign(state, event) ?? '-').join(' ')).toBe(after)
})

test.each<[CampaignState, number, string]>([
  ['draft', 0, 'start'],
  ['scheduled', 0, 'pause cancel'],
  ['queued', 0, 'pause cancel'],
  ['running', 2, 'pause cancel retry_failed'],
  ['held', 0, 'pause cancel'],
  ['paused', 0, 'resume cancel'],
  ['paused', 1, 'resume cancel retry_failed'],
  ['stranded', 1, 'cancel'],
  ['finished', 0, ''],
  ['finished', 1, 'retry_failed'],
  ['cancelled', 1, ''],
])('of a %s campaign with %i failed people, its owner can: %s', (state, failed, actions) => {
  expect(actionsIn(state, { failed }).join(' ')).toBe(actions)
})

test('stores who paused or stopped it, and resets the failures on a new start', () => {
  expect(stateColumns('paused', 'pause', 7)).toEqual({
    enabled: 0,
    paused_at: 7,
    paused_by: 'owner',
    stopped_by: null,
  })
  expect(stateColumns('paused', 'failures', 7)).toMatchObject({ paused_by: 'failures' })
  expect(stateColumns('paused', 'number_removed', 7)).toMatchObject({ paused_by: 'number_removed' })
  expect(stateColumns('cancelled', 'cancel', 7, 'aina')).toMatchObject({ stopped_by: 'aina' })
  expect(stateColumns('queued', 'resume', 7)).toEqual({
    enabled: 1,
    paused_at: null,
    paused_by: null,
    stopped_by: null,
    failures_in_row: 0,
  })
})

describe('the state of stored facts', () => {
  const nobody = {
    queued: 0,
    held: 0,
    sending: 0,
    sent: 0,
    delivered: 0,
    read: 0,
    failed: 0,
    skipped: 0,
  }
  type Given = Partial<Omit<StateFacts, 'counts'>> & { counts?: Partial<StateFacts['counts']> }
  const facts = ({ counts, ...given }: Given): StateFacts => ({
    enabled: true,
    pausedAt: null,
    cancelledAt: null,
    startedAt: null,
    scheduledAt: null,
    preparing: false,
    deviceRemoved: false,
    ...given,
    counts: { ...nobody, ...(counts ?? { queued: 3 }) },
  })

  test.each<[CampaignState, Given]>([
    ['draft', { enabled: false }],
    ['draft', { enabled: false, counts: {} }],
    ['finished', { counts: {} }],
    ['paused', { enabled: false, pausedAt: 5 }],
    ['paused', { enabled: false, counts: { queued: 1, read: 1 } }],
    ['scheduled', { scheduledAt: 11 }],
    ['queued', { scheduledAt: 10 }],
    ['queued', { counts: {}, preparing: true }],
    ['running', { startedAt: 5 }],
    ['running', { startedAt: 5, counts: { held: 2, queued: 1 } }],
    ['held', { startedAt: 5, counts: { held: 2, read: 9 } }],
    ['stranded', { deviceRemoved: true }],
    ['stranded', { deviceRemoved: true, enabled: false, pausedAt: 5 }],
    ['finished', { deviceRemoved: true, counts: { read: 1 } }],
    ['cancelled', { cancelledAt: 5, enabled: false, counts: { sending: 1, skipped: 2 } }],
    ['cancelled', { cancelledAt: 5, enabled: false, deviceRemoved: true }],
  ])('%s: %j', (state, given) => {
    expect(campaignState(facts(given), 10)).toBe(state)
  })
})
