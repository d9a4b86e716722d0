import { describe, expect, it } from 'vitest'
import { OTHER, PHONE, useCore } from '../testing/core.ts'
import { nextChange, weatherAt } from './forecast.ts'
import type { Weather } from './weather.ts'

const here = useCore()

describe('weather with an end', () => {
  const limited: Weather = { kind: 'limited', until: 1000 }

  it.each([
    [999, 'limited', 1000],
    [1000, 'calm', undefined],
    [1001, 'calm', undefined],
  ])('at %i is %s', (now, kind, next) => {
    expect(weatherAt({ set: limited, since: 0 }, now).kind).toBe(kind)
    expect(nextChange({ set: limited, since: 0 }, now)).toBe(next)
  })

  it('without an end lasts', () => {
    const banned = { set: { kind: 'banned' }, since: 0 } as const
    expect(weatherAt(banned, Number.MAX_SAFE_INTEGER).kind).toBe('banned')
    expect(nextChange(banned, 0)).toBeUndefined()
  })
})

describe('mixed weather', () => {
  const turns = (seed: number, count: number) =>
    Array.from({ length: count }, (_, turn) =>
      weatherAt({ set: { kind: 'mixed', seed, everyMs: 1000 }, since: 500 }, 500 + turn * 1000),
    )

  it('is the same for a seed, and another for another', () => {
    expect(turns(1, 40)).toEqual(turns(1, 40))
    expect(turns(2, 40)).not.toEqual(turns(1, 40))
  })

  it('has every kind in each round, and lasts as long as its turn', () => {
    const kinds = new Set(turns(3, 20).map(({ kind }) => kind))
    expect([...kinds].toSorted()).toEqual([
      'app_state',
      'banned',
      'calm',
      'closed',
      'companions',
      'limited',
      'migrated',
      'old_client',
      'outage',
      'rate_overlimit',
      'receipts',
      'slow_media',
      'undecryptable',
    ])
    const set: Weather = { kind: 'mixed', seed: 3, everyMs: 1000, until: 3200 }
    expect(nextChange({ set, since: 500 }, 500)).toBe(1500)
    expect(nextChange({ set, since: 500 }, 1500)).toBe(2500)
    expect(nextChange({ set, since: 500 }, 2500)).toBe(3200)
    expect(nextChange({ set, since: 500 }, 3200)).toBeUndefined()
  })
})

describe('the weather of a phone', () => {
  it('is calm, and kept with its strikes and changes', () => {
    expect(here.core.weather.report(PHONE)).toMatchObject({ set: { kind: 'calm' }, struck: 0 })
    here.core.weather.put(PHONE, { kind: 'limited', newADay: 3 })
    here.core.weather.strike(PHONE)
    here.core.weather.strike(PHONE)
    here.reopen()
    expect(here.core.weather.report(PHONE)).toEqual({
      set: { kind: 'limited', newADay: 3 },
      now: { kind: 'limited', newADay: 3 },
      since: here.clock.now(),
      struck: 2,
    })
    expect(here.core.weather.rough()).toEqual([PHONE])
    expect(here.core.weather.changes(PHONE)).toEqual([{ at: here.clock.now(), kind: 'limited' }])
    here.core.weather.put(PHONE, { kind: 'calm' })
    expect(here.core.weather.rough()).toEqual([])
    expect(here.core.weather.report(PHONE).struck).toBe(0)
  })

  it('of a number that is no phone is calm', () => {
    expect(here.core.weather.now(OTHER)).toEqual({ kind: 'calm' })
  })

  it('keeps its last hundred changes', () => {
    for (let n = 0; n < 130; n++) {
      here.clock.advance(1)
      here.core.weather.put(PHONE, { kind: n % 2 ? 'calm' : 'outage' })
    }
    const changes = here.core.weather.changes(PHONE)
    expect(changes).toHaveLength(100)
    expect(changes.at(-1)).toEqual({ at: here.clock.now(), kind: 'calm' })
  })
})
