import { setImmediate } from 'node:timers/promises'
import { HOURS_BY_SCHEDULE, ScheduleType } from '@kirim/contract/schedule'
import { zonedClock } from '@kirim/message-template/zoned-clock'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { chooseCampaign } from '../campaign/choose-campaign.ts'
import { type DayAt, type Load, type Sender, simulateQueue as simulate } from './simulate-queue.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Friday 27 November 2026, 08:00 in Kuala Lumpur. */
const NOW = Date.UTC(2026, 10, 27)

function load(over: Partial<Load> = {}): Load {
  return {
    people: 1000,
    gapSeconds: 7.5,
    scheduleType: 'anytime',
    timeZone: 'Asia/Kuala_Lumpur',
    from: 0,
    ...over,
  }
}

const sender = (over: Partial<Sender> = {}): Sender => ({
  from: 0,
  days: [],
  ahead: [],
  bound: 0,
  isLeaving: false,
  ...over,
})

/** On one device. */
function simulateQueue(now: number, ahead: readonly Load[], own: Load, dayAt?: DayAt) {
  return simulate(now, [sender({ days: dayAt ? [dayAt] : [], ahead })], own)
}

/** "27 14:05" in Kuala Lumpur. */
function local(at: number | null): string | undefined {
  return at === null ? undefined : zonedClock(at, 'Asia/Kuala_Lumpur')?.format('D HH:mm', 'en')
}

describe('a campaign of a number with a daily cap', () => {
  /** Midnight in Kuala Lumpur. */
  const midnight = NOW + 16 * HOUR
  const capped = (caps: readonly number[], used = 0) => {
    return (at: number) => {
      const day = at < midnight ? 0 : 1 + Math.floor((at - midnight) / DAY)
      const cap = caps[Math.min(day, caps.length - 1)] ?? 0
      return { cap, used: day === 0 ? used : 0, endsAt: midnight + day * DAY }
    }
  }

  test.each<[string, Load[], readonly number[], number, string, string]>([
    ['goes on after midnight', [], [480], 0, '27 08:00', '29 00:05'],
    ['begins tomorrow, when today is used up', [], [480], 480, '28 00:00', '30 00:05'],
    ['begins with what is left of today', [], [480], 240, '27 08:00', '29 00:35'],
    ['warms up', [], [100, 300, 600], 0, '27 08:00', '29 01:15'],
    ['waits for who is before it', [load({ people: 480 })], [480], 0, '28 00:00', '30 00:05'],
  ])('%s', async (_what, ahead, caps, used, start, end) => {
    const { startsAt, endsAt } = await simulateQueue(NOW, ahead, load(), capped(caps, used))
    expect([local(startsAt), local(endsAt)]).toEqual([start, end])
  })

  test('takes at most a step a minute if its days do not advance', async () => {
    let asked = 0
    const stuck = (at: number) => {
      asked += 1
      return { cap: 0, used: 0, endsAt: at }
    }
    expect((await simulateQueue(NOW, [], load(), stuck)).endsAt).toBeNull()
    expect(asked).toBeLessThanOrEqual(12_001)
    const later = await simulateQueue(NOW, [], load(), (at) => ({
      ...stuck(at),
      cap: at < NOW + HOUR ? 0 : 10_000,
    }))
    expect(local(later.startsAt)).toBe('27 09:00')
  })

  test('never ends with a cap of 0', async () => {
    expect((await simulateQueue(NOW, [], load(), capped([0]))).endsAt).toBeNull()
  })
})

describe('a simulated campaign', () => {
  test.each<[string, Load[], Load, string | undefined, string | undefined]>([
    ['alone', [], load(), '27 08:00', '27 10:05'],
    ['one person', [], load({ people: 1, gapSeconds: 60 }), '27 08:00', '27 08:01'],
    ['nobody', [load()], load({ people: 0 }), undefined, undefined],
    ['after others', [load(), load({ people: 480 })], load(), '27 11:05', '27 13:10'],
    ['for later', [], load({ from: NOW + 2 * HOUR }), '27 10:00', '27 12:05'],
    [
      'before one that is for later, which takes its turn when it comes',
      [load({ from: NOW + HOUR })],
      load(),
      '27 08:00',
      '27 12:10',
    ],
    ['at night', [], load({ scheduleType: 'nighttime' }), '27 19:00', '27 21:05'],
    [
      'by day, over the night',
      [],
      load({ people: 6000, scheduleType: 'daytime' }),
      '27 08:00',
      '28 08:30',
    ],
    [
      'while those before it rest',
      [load({ people: 6000, scheduleType: 'nighttime' })],
      load(),
      '27 08:00',
      '27 10:05',
    ],
    ['in odd hours', [], load({ scheduleType: 'odd_hours' }), '27 09:00', '27 13:05'],
    [
      'in hours of another zone',
      [],
      load({ scheduleType: 'daytime', timeZone: 'Asia/Kolkata' }),
      '27 09:30',
      '27 11:35',
    ],
    ['for years later', [], load({ from: NOW + 3650 * 24 * HOUR }), '24 08:00', '24 10:05'],
    ['longer than a year', [], load({ people: 10_000_000 }), '27 08:00', undefined],
  ])('%s', async (_name, ahead, own, starts, ends) => {
    const play = await simulateQueue(NOW, ahead, own)
    expect([local(play.startsAt), local(play.endsAt)]).toEqual([starts, ends])
  })

  test('has the times at which it is sent', async () => {
    const { spans } = await simulateQueue(
      NOW,
      [load({ people: 480 })],
      load({ people: 6000, scheduleType: 'daytime' }),
    )
    const shown = spans.map(({ from, to, people }) => [local(from), local(to), Math.round(people)])
    expect(shown).toEqual([
      ['27 09:00', '27 19:00', 4800],
      ['28 07:00', '28 09:30', 1200],
    ])
  })

  const anyLoad = fc.record({
    people: fc.integer({ min: 0, max: 300 }),
    gapSeconds: fc.integer({ min: 8, max: 120 }).map((halves) => halves / 2),
    scheduleType: fc.constantFrom(...ScheduleType.options),
    timeZone: fc.constantFrom('Asia/Kuala_Lumpur', 'Asia/Kolkata', 'UTC', 'America/New_York'),
    from: fc.constantFrom(0, NOW + 1000, NOW + 5 * HOUR, NOW + 30 * HOUR),
  })
  const anyAhead = fc.array(anyLoad, { maxLength: 4 })

  test('takes at least the gaps of its messages, and ends in an active hour', async () => {
    await fc.assert(
      fc.asyncProperty(anyAhead, anyLoad, async (ahead, own) => {
        const { startsAt, endsAt } = await simulateQueue(NOW, ahead, own)
        if (startsAt === null || endsAt === null) {
          expect(own.people).toBe(0)
          return
        }
        expect(startsAt).toBeGreaterThanOrEqual(Math.max(NOW, own.from))
        expect(endsAt - startsAt).toBeGreaterThanOrEqual(own.people * own.gapSeconds * 1000)
        const hours = HOURS_BY_SCHEDULE[own.scheduleType]
        const hour = zonedClock(endsAt - 1, own.timeZone)?.hour ?? -1
        expect(hours.length === 0 || hours.includes(hour)).toBe(true)
      }),
    )
  })

  test('is never sooner with others before it', async () => {
    await fc.assert(
      fc.asyncProperty(anyAhead, anyLoad, anyLoad, async (ahead, more, own) => {
        const alone = await simulateQueue(NOW, ahead, own)
        const queued = await simulateQueue(NOW, [...ahead, more], own)
        expect(queued.startsAt ?? 0).toBeGreaterThanOrEqual(alone.startsAt ?? 0)
        expect(queued.endsAt ?? 0).toBeGreaterThanOrEqual(alone.endsAt ?? 0)
      }),
    )
  })

  test('matches the dispatcher message by message, within the hours a gap may miss', async () => {
    const hourly = anyLoad.filter(({ scheduleType }) => !scheduleType.endsWith('time'))
    const anytime = anyLoad.map((load) => ({ ...load, scheduleType: 'anytime' as const }))
    const some = fc.oneof(hourly, anytime)
    await fc.assert(
      fc.asyncProperty(fc.array(some, { maxLength: 4 }), some, async (ahead, own) => {
        const { endsAt } = await simulateQueue(NOW, ahead, own)
        const sent = messageByMessage([...ahead, own])
        // At the end of each, the next message may just miss its hour and wait for another.
        const slipped = (ahead.length + 1) * 2 * HOUR
        expect(Math.abs((endsAt ?? NOW) - (sent ?? NOW))).toBeLessThan(slipped)
      }),
      { numRuns: 60 },
    )
  })

  test('costs the same for a hundred thousand people as for a hundred', async () => {
    let asked = 0
    const counting = (people: number) =>
      Object.defineProperty({ ...load({ scheduleType: 'daytime' }) }, 'people', {
        get: () => {
          asked += 1
          return people
        },
      })
    await simulateQueue(NOW, [], counting(100))
    const few = asked
    asked = 0
    await simulateQueue(NOW, [], counting(100_000))
    expect(asked).toBe(few)
  })

  test('yields to the event loop in the worst queue', async () => {
    const ahead = Array.from({ length: 1000 }, (_, index) =>
      load({
        people: 100_000,
        scheduleType: index % 2 ? 'odd_hours' : 'even_hours',
        timeZone: index % 3 ? 'Asia/Kuala_Lumpur' : 'Asia/Kathmandu',
        from: NOW + index * HOUR,
      }),
    )
    let passed = 0
    let looks = 0
    vi.spyOn(performance, 'now').mockImplementation(() => {
      looks += 1
      return looks
    })
    onTestFinished(() => void vi.restoreAllMocks())
    let isOver = false
    const others = (async () => {
      for (; !isOver; passed++) await setImmediate()
    })()
    expect((await simulateQueue(NOW, ahead, load())).endsAt).toBeNull()
    isOver = true
    await others
    // A look at the clock for each step, which takes a millisecond here, and one after each rest.
    expect(looks).toBeLessThanOrEqual(2 * 12_000)
    expect(passed).toBeGreaterThan(looks / 20)
  })
})

describe('a campaign that several devices send', () => {
  const MINUTE = 60_000
  const daily =
    (cap: number): DayAt =>
    (at) => ({ cap, used: 0, endsAt: (Math.floor(at / DAY) + 1) * DAY })
  const minutesOf = async (senders: readonly Sender[], people: number) => {
    const { endsAt } = await simulate(NOW, senders, load({ people, gapSeconds: 60 }))
    return endsAt === null ? null : (endsAt - NOW) / MINUTE
  }
  const ahead = (people: number) => [load({ people, gapSeconds: 60 })]

  test.each<[string, Sender[], number, number]>([
    ['together', [sender(), sender()], 100, 50],
    ['more of them than people', [sender(), sender(), sender()], 1, 1],
    ['one that comes late', [sender(), sender({ from: NOW + 60 * MINUTE })], 100, 80],
    ['one that comes too late', [sender(), sender({ from: NOW + 200 * MINUTE })], 100, 100],
    ['one with a small day', [sender(), sender({ days: [daily(10)] })], 100, 90],
    [
      'two small days, the rest of them tomorrow',
      [sender({ days: [daily(20)] }), sender({ days: [daily(10)] })],
      40,
      24 * 60 + 5,
    ],
    ['the smaller of two limits', [sender(), sender({ days: [daily(30), daily(10)] })], 100, 90],
    ['one with others before it', [sender({ ahead: ahead(60) }), sender()], 100, 80],
    ['one with very many before it', [sender({ ahead: ahead(900) }), sender()], 100, 100],
    ['one that leaves', [sender(), sender({ bound: 10, isLeaving: true })], 20, 20],
    ['one with people of its own', [sender({ bound: 80 }), sender()], 20, 80],
  ])('ends when they have shared the people: %s', async (_what, senders, people, minutes) => {
    expect(await minutesOf(senders, people)).toBe(minutes)
  })

  test('is never later for one device more, and writes to everybody', async () => {
    const device = fc.record({
      from: fc.integer({ min: 0, max: 200 }).map((minutes) => NOW + minutes * MINUTE),
      ahead: fc.integer({ min: 0, max: 50 }).map(ahead),
      days: fc.option(
        fc.integer({ min: 4, max: 40 }).map((cap) => [daily(cap)]),
        { nil: [] },
      ),
      bound: fc.integer({ min: 0, max: 5 }),
      isLeaving: fc.constant(false),
    })
    const devices = fc.array(device, { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(devices, fc.integer({ min: 1, max: 150 }), async (senders, people) => {
        const own = load({ people, gapSeconds: 7.5 })
        const { spans, endsAt } = await simulate(NOW, senders, own)
        const all = senders.reduce((sum, { bound }) => sum + bound, people)
        expect(spans.reduce((sum, span) => sum + span.people, 0)).toBeCloseTo(all, 2)
        const more = await simulate(NOW, [...senders, sender()], own)
        expect(more.endsAt).toBeLessThanOrEqual((endsAt ?? 0) + 100)
      }),
    )
  })
})

/** The end of the last load when messages are sent one by one, as the dispatcher chooses. */
function messageByMessage(loads: readonly Load[]): number | null {
  const left = loads.map(({ people }) => people)
  const campaigns = loads.map((load, index) => ({
    index,
    id: String(index),
    createdAt: index,
    scheduledAt: load.from,
    scheduleType: load.scheduleType,
    timeZone: load.timeZone,
  }))
  let at = NOW
  const mine = loads.length - 1
  while ((left[mine] ?? 0) > 0) {
    const open = campaigns
      .filter(({ index }) => (left[index] ?? 0) > 0)
      // In the given order, whatever their times: the caller has sorted them.
      .sort((a, b) => a.index - b.index)
    const choice = firstOf(open, at)
    if (choice === null) return null
    if (typeof choice === 'number') {
      at = choice
      continue
    }
    left[choice.index] = (left[choice.index] ?? 0) - 1
    at += (loads[choice.index]?.gapSeconds ?? 0) * 1000
  }
  return at
}

function firstOf<T extends Parameters<typeof chooseCampaign>[0][number]>(
  open: readonly T[],
  at: number,
) {
  let until: number | null = null
  for (const campaign of open) {
    const choice = chooseCampaign([campaign], at)
    if (choice.kind === 'send') return choice.campaign
    if (choice.until !== null) until = Math.min(until ?? choice.until, choice.until)
  }
  return until
}
