import { setImmediate } from 'node:timers/promises'
import { HOURS_BY_SCHEDULE, ScheduleType } from '@kirim/contract/schedule'
import { zonedClock } from '@kirim/message-template/zoned-clock'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { chooseCampaign } from '../campaign/choose-campaign.ts'
import { type Sender, simulateQueue as simulate } from './simulate-queue.ts'
import type { DayAt, Load } from './work-lane.ts'

const HOUR = 3_600_000
/** Friday 27 November 2026, 08:00 in Kuala Lumpur. */
const NOW = Date.UTC(2026, 10, 27)

function load(over: Partial<Load> = {}): Load {
  return {
    people: 1000,
    gapSeconds: 7.5,
    scheduleType: 'anytime',
    timeZone: 'Asia/Kuala_Lumpur',
    from: 0,
    senders: ['one'],
    ...over,
  }
}

const sender = (id: string, over: Partial<Sender> = {}): Sender => ({
  id,
  from: 0,
  days: [],
  ...over,
})

/** On one device. */
async function simulateQueue(now: number, ahead: readonly Load[], own: Load, dayAt?: DayAt) {
  const one = sender('one', { days: dayAt ? [dayAt] : [] })
  const { spans, ...course } = await simulate(now, [one], ahead, own)
  return { ...course, spans: spans.get('one') ?? [] }
}

/** "27 14:05" in Kuala Lumpur. */
function local(at: number | null): string | undefined {
  return at === null ? undefined : zonedClock(at, 'Asia/Kuala_Lumpur')?.format('D HH:mm', 'en')
}

describe('a campaign of a number with a daily cap', () => {
  const DAY = 24 * HOUR
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

  test('whose days do not advance costs a step a minute at most', async () => {
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

  test('that lets nobody through never ends', async () => {
    expect((await simulateQueue(NOW, [], load(), capped([0]))).endsAt).toBeNull()
  })
})

describe('a campaign played through', () => {
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

  test('says when it sends for whom, and how many', async () => {
    const { spans } = await simulateQueue(
      NOW,
      [load({ people: 480 })],
      load({ people: 6000, scheduleType: 'daytime' }),
    )
    const shown = spans.map(({ from, to, isOwn, people }) => [
      local(from),
      local(to),
      isOwn,
      Math.round(people),
    ])
    expect(shown).toEqual([
      ['27 08:00', '27 09:00', false, 480],
      ['27 09:00', '27 19:00', true, 4800],
      ['28 07:00', '28 09:30', true, 1200],
    ])
  })

  const anyLoad = fc.record({
    people: fc.integer({ min: 0, max: 300 }),
    gapSeconds: fc.integer({ min: 8, max: 120 }).map((halves) => halves / 2),
    scheduleType: fc.constantFrom(...ScheduleType.options),
    timeZone: fc.constantFrom('Asia/Kuala_Lumpur', 'Asia/Kolkata', 'UTC', 'America/New_York'),
    from: fc.constantFrom(0, NOW + 1000, NOW + 5 * HOUR, NOW + 30 * HOUR),
    senders: fc.constant(['one']),
  })
  const anyAhead = fc.array(anyLoad, { maxLength: 4 })

  test('never takes less than its messages do, and ends in an hour in which it may send', async () => {
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

  test('is never sooner for having others before it', async () => {
    await fc.assert(
      fc.asyncProperty(anyAhead, anyLoad, anyLoad, async (ahead, more, own) => {
        const alone = await simulateQueue(NOW, ahead, own)
        const queued = await simulateQueue(NOW, [...ahead, more], own)
        expect(queued.startsAt ?? 0).toBeGreaterThanOrEqual(alone.startsAt ?? 0)
        expect(queued.endsAt ?? 0).toBeGreaterThanOrEqual(alone.endsAt ?? 0)
      }),
    )
  })

  test('is what the dispatcher does, message by message, to within the hours a gap may slip past', async () => {
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

  test('holds nothing up for the worst of queues', async () => {
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
  const DAY = 24 * HOUR
  const daily =
    (cap: number): DayAt =>
    (at) => ({ cap, used: 0, endsAt: (Math.floor(at / DAY) + 1) * DAY })
  const endOf = async (senders: readonly Sender[], own: Load, ahead: readonly Load[] = []) => {
    const { endsAt } = await simulate(NOW, senders, ahead, own)
    return endsAt === null ? null : endsAt - NOW
  }

  test.each<[string, Sender[], number, number]>([
    ['together', [sender('a'), sender('b')], 100, 50],
    ['whole people each', [sender('a'), sender('b')], 3, 2],
    ['more of them than people', [sender('a'), sender('b'), sender('c')], 1, 1],
    ['one that comes late', [sender('a'), sender('b', { from: NOW + 60 * MINUTE })], 100, 80],
    ['one that comes too late', [sender('a'), sender('b', { from: NOW + 200 * MINUTE })], 100, 100],
    ['one with a small day', [sender('a'), sender('b', { days: [daily(10)] })], 100, 90],
    [
      'two small days, the rest of them tomorrow',
      [sender('a', { days: [daily(20)] }), sender('b', { days: [daily(10)] })],
      40,
      24 * 60 + 5,
    ],
    [
      'the smaller of two limits',
      [sender('a'), sender('b', { days: [daily(30), daily(10)] })],
      100,
      90,
    ],
  ])('ends as they take whoever is next: %s', async (_what, senders, people, minutes) => {
    const own = load({ people, gapSeconds: 60, senders: senders.map(({ id }) => id) })
    expect(await endOf(senders, own)).toBe(minutes * MINUTE)
  })

  test('waits for those before it on each device, which its other devices help with', async () => {
    const senders = [sender('a'), sender('b'), sender('c')]
    const own = load({ people: 100, gapSeconds: 60, senders: ['a', 'b'] })
    const before = load({ people: 60, gapSeconds: 60, senders: ['a'] })
    expect(await endOf(senders, own, [before])).toBe(80 * MINUTE)
    const helped = load({ people: 60, gapSeconds: 60, senders: ['a', 'c'] })
    expect(await endOf(senders, own, [helped])).toBe(65 * MINUTE)
  })

  test('hands over whom a device cannot write to any more that day', async () => {
    const senders = [
      sender('a'),
      sender('b', { days: [() => ({ cap: 1.5, used: 0, endsAt: NOW + DAY })] }),
    ]
    const own = load({ people: 10, gapSeconds: 60, senders: ['a', 'b'] })
    expect(await endOf(senders, own)).toBe(9 * MINUTE)
  })

  const device = fc.record({
    from: fc.integer({ min: 0, max: 200 }).map((minutes) => NOW + minutes * MINUTE),
    before: fc.integer({ min: 0, max: 50 }),
    cap: fc.option(fc.integer({ min: 4, max: 40 }), { nil: null }),
  })
  const devices = fc.array(device, { minLength: 1, maxLength: 5 })

  interface Given {
    readonly from: number
    readonly before: number
    readonly cap: number | null
  }

  function sent(given: readonly Given[]) {
    const senders = given.map(({ from, cap }, place) =>
      sender(String(place), { from, days: cap === null ? [] : [daily(cap)] }),
    )
    const ahead = given.map(({ before }, place) =>
      load({ people: before, gapSeconds: 60, senders: [String(place)] }),
    )
    return { senders, ahead }
  }

  /** Person by person: whichever device is ready first takes the next one. */
  function oneByOne(given: readonly Given[], people: number): number {
    const all = given.map(({ from, before, cap }) => {
      const device = { at: Math.max(NOW, from), day: -1, used: 0 }
      const write = () => {
        const day = Math.floor(device.at / DAY)
        if (day !== device.day) Object.assign(device, { day, used: 0 })
        if (cap !== null && device.used >= cap) {
          Object.assign(device, { at: (day + 1) * DAY, day: day + 1, used: 0 })
        }
        device.used += 1
        device.at += MINUTE
      }
      /** When it could take another one. */
      const readyAt = () => {
        const day = Math.floor(device.at / DAY)
        const isFull = cap !== null && day === device.day && device.used >= cap
        return isFull ? (day + 1) * DAY : device.at
      }
      for (let n = 0; n < before; n++) write()
      return { device, write, readyAt }
    })
    let end = NOW
    for (let n = 0; n < people; n++) {
      const first = all.reduce((best, one) => (one.readyAt() < best.readyAt() ? one : best))
      first.write()
      end = Math.max(end, first.device.at)
    }
    return end - NOW
  }

  test('is dealt as the dispatcher does, person by person', async () => {
    await fc.assert(
      fc.asyncProperty(devices, fc.integer({ min: 1, max: 400 }), async (given, people) => {
        const { senders, ahead } = sent(given)
        const own = load({ people, gapSeconds: 60, senders: senders.map(({ id }) => id) })
        expect(await endOf(senders, own, ahead)).toBe(oneByOne(given, people))
      }),
      { numRuns: 200 },
    )
  })

  test('is never later for one device more, and writes to everybody', async () => {
    await fc.assert(
      fc.asyncProperty(devices, fc.integer({ min: 1, max: 150 }), async (given, people) => {
        const { senders, ahead } = sent(given)
        const ids = senders.map(({ id }) => id)
        const own = load({ people, gapSeconds: 7.5, senders: ids })
        const { spans, endsAt } = await simulate(NOW, senders, ahead, own)
        const written = [...spans.values()].flat().filter(({ isOwn }) => isOwn)
        expect(written.reduce((sum, span) => sum + span.people, 0)).toBeCloseTo(people, 3)
        expect(Math.max(...written.map(({ to }) => to))).toBe(endsAt)
        const more = { ...own, senders: [...ids, 'more'] }
        const sooner = await endOf([...senders, sender('more')], more, ahead)
        expect(sooner).toBeLessThanOrEqual((endsAt ?? 0) - NOW)
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
