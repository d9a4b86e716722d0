import { appendFileSync } from 'node:fs'
import { seededRandom } from '@kirim/message-template/seeded-random'
import type { SandboxNetwork } from '@kirim/sandbox-network/network'
import type { NetworkWeather, Weather } from '@kirim/sandbox-network/weather/weather'
import type { Tenant } from './tenants.ts'
import { SPEED, type WeatherWorld } from './weather-world.ts'

/** The changing weather of every phone and of the whole network. */
export interface Sky {
  /** Counts of the events. */
  readonly counts: ReadonlyMap<string, number>
  /** Whether the phone has had weather of these kinds since the given moment. */
  wasIn(phone: string, kinds: readonly Weather['kind'][], since: number): boolean
  /**
   * The longest uninterrupted time within the period in which the phone's number could work:
   * connected, in weather that does not hinder it.
   */
  couldWork(phone: string, from: number, until: number): number
  /** Whether the phone has been without a linked device since the given moment. */
  wasUnlinkedSince(phone: string, from: number): boolean
  /** Records whether the number rests, as shown to the owner. */
  rests(phone: string, isResting: boolean): void
  /** Ends all weather. */
  clear(): void
}

/** The length of each turn of mixed weather, on the network's clock. */
const TURN_MS = 120_000
/** The time between two strokes on a phone, in real time. */
const STROKE_MS = { least: 10_000, most: 50_000 }
/** The time between two storms over the whole network, in real time. */
const STORM_MS = { least: 30_000, most: 90_000, lasts: 3000 }

/** A contact who posts statuses. */
const STRANGER = '60170000001'

/** Weather in which a number cannot answer everybody although it is connected. */
const HINDERS: ReadonlySet<Weather['kind']> = new Set([
  'outage',
  'banned',
  'closed',
  'old_client',
  'slow_media',
  'rate_overlimit',
])

const STORMS: readonly NetworkWeather[] = [
  { kind: 'outage', answer: 403 },
  { kind: 'outage', answer: 503 },
  { kind: 'outage', answer: 'silence' },
  { kind: 'closed', code: 500 },
  { kind: 'closed', code: 503 },
]

interface Change {
  readonly at: number
  readonly works: boolean
}

/** Logs every event for debugging. */
export function startSky(world: WeatherWorld, seed: string, log: string): Sky {
  const { network } = world
  const counts = new Map<string, number>()
  const note = (phone: string, what: string) =>
    appendFileSync(log, `${new Date(world.now()).toISOString()} ${phone} ${what}\n`)
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
  const timers = new Set<NodeJS.Timeout>()
  const later = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, ms)
    timers.add(timer)
  }
  const records = new Map(phonesOf(world.tenants).map((phone) => [phone, newRecord(world.now())]))

  network.events.on('weather', ({ phone, report }) => {
    if (report.now.kind !== 'calm') count(report.now.kind)
    note(phone, JSON.stringify(report.now))
    records.get(phone)?.weather(world.now(), report.now.kind)
  })
  network.events.on('phone', ({ number, connected, linked }) => {
    note(number, `${connected ? 'connected' : 'not connected'}, ${linked} linked`)
    records.get(number)?.connected(world.now(), connected)
    records.get(number)?.linked(world.now(), linked > 0)
  })

  function mix(phone: string, random: () => number): void {
    const seed = Math.floor(random() * 2 ** 31)
    network.setWeather(phone, { kind: 'mixed', seed, everyMs: TURN_MS })
  }

  /** Refuses the phone's logins for half a turn; then mixed weather goes on. */
  function refuse(phone: string, code: number, random: () => number): void {
    const lastsMs = TURN_MS / 2
    network.setWeather(phone, { kind: 'closed', code, when: 'login', until: world.now() + lastsMs })
    later(lastsMs / SPEED, () => mix(phone, random))
  }

  function strike(phone: string, random: () => number): void {
    const strokes = strokesOn(network, phone, {
      refuse: (code) => refuse(phone, code, random),
      silence() {
        network.fallSilent(phone)
        records.get(phone)?.silent(world.now())
      },
    })
    const stroke = strokes[Math.floor(random() * strokes.length)]
    if (stroke) {
      count(stroke.name)
      note(phone, stroke.name)
      stroke.strike()
    }
    const { least, most } = STROKE_MS
    later(least + random() * (most - least), () => strike(phone, random))
  }

  function storm(random: () => number): void {
    const { least, most, lasts } = STORM_MS
    later(least + random() * (most - least), () => {
      const weather = STORMS[Math.floor(random() * STORMS.length)] ?? { kind: 'calm' }
      count('storm over the whole network')
      note('all', JSON.stringify(weather))
      network.setNetworkWeather(weather)
      later(lasts, () => network.setNetworkWeather({ kind: 'calm' }))
      storm(random)
    })
  }

  for (const phone of records.keys()) {
    const place = [...records.keys()].indexOf(phone)
    const random = seededRandom(`${seed} phone ${place}`)
    mix(phone, random)
    later(random() * STROKE_MS.most, () => strike(phone, random))
  }
  storm(seededRandom(`${seed} storms`))

  return {
    counts,
    wasIn: (phone, kinds, since) => records.get(phone)?.wasIn(kinds, since) ?? false,
    wasUnlinkedSince: (phone, from) => records.get(phone)?.wasUnlinkedSince(from) ?? false,
    couldWork: (phone, from, until) => records.get(phone)?.couldWork(from, until) ?? 0,
    rests: (phone, isResting) => records.get(phone)?.rests(world.now(), isResting),
    clear() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      network.setNetworkWeather({ kind: 'calm' })
      for (const phone of records.keys()) network.setWeather(phone, { kind: 'calm' })
    },
  }
}

const phonesOf = (tenants: readonly Tenant[]): string[] =>
  tenants.flatMap(({ devices }) => devices.map(({ number }) => number))

interface Stroke {
  readonly name: string
  strike(): void
}

/** Events on a phone in addition to its mixed weather. */
function strokesOn(
  network: SandboxNetwork,
  phone: string,
  how: { refuse(code: number): void; silence(): void },
): Stroke[] {
  const closed = (code: number) => ({
    name: `closed with ${code}`,
    strike: () => network.close(phone, code),
  })
  const refused = (code: number) => ({
    name: `logins refused with ${code}`,
    strike: () => how.refuse(code),
  })
  return [
    ...[428, 440, 500, 503, 515].map(closed),
    ...[403, 406, 409, 411].map(refused),
    { name: 'unlinked on its phone', strike: () => network.unlink(phone) },
    { name: 'fallen silent', strike: how.silence },
    {
      name: 'status that cannot be read',
      strike: () => network.postUnreadableStatus(phone, STRANGER),
    },
  ]
}

/** The history of a phone that determines whether its number could work. */
function newRecord(began: number) {
  const kinds: { at: number; kind: Weather['kind'] }[] = [{ at: began, kind: 'calm' }]
  const changes: Change[] = [{ at: began, works: true }]
  const links: { at: number; isLinked: boolean }[] = [{ at: began, isLinked: true }]
  let isConnected = true
  let isHindered = false
  let isResting = false
  let isSilent = false
  const note = (at: number) =>
    changes.push({ at, works: isConnected && !isHindered && !isResting && !isSilent })
  return {
    weather(at: number, kind: Weather['kind']) {
      kinds.push({ at, kind })
      isHindered = HINDERS.has(kind)
      note(at)
    },
    connected(at: number, connected: boolean) {
      isConnected = connected
      // Silence ends with the connection.
      if (!connected) isSilent = false
      note(at)
    },
    linked: (at: number, isLinked: boolean) => links.push({ at, isLinked }),
    wasUnlinkedSince: (from: number) =>
      links.some(
        ({ isLinked }, index) =>
          !isLinked && (links[index + 1]?.at ?? Number.POSITIVE_INFINITY) >= from,
      ),
    silent(at: number) {
      isSilent = true
      note(at)
    },
    rests(at: number, resting: boolean) {
      if (resting === isResting) return
      isResting = resting
      note(at)
    },
    wasIn: (wanted: readonly Weather['kind'][], since: number) =>
      kinds.some(
        ({ kind }, index) =>
          wanted.includes(kind) && (kinds[index + 1]?.at ?? Number.POSITIVE_INFINITY) > since,
      ),
    couldWork(from: number, until: number): number {
      let longest = 0
      let since: number | null = null
      const ends = [...changes, { at: until, works: false }]
      for (const { at, works } of ends) {
        if (since !== null && !works) {
          longest = Math.max(longest, Math.min(at, until) - Math.max(since, from))
          since = null
        }
        if (works) since ??= at
        if (at >= until) break
      }
      return longest
    },
  }
}
