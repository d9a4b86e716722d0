import { chance } from './chance.ts'
import { CALM, type Mixed, type Weather } from './weather.ts'

/** The weather as it was set, and when. */
interface SetWeather {
  set: Weather
  since: number
}

const NEVER = Number.POSITIVE_INFINITY
const MINUTE_MS = 60_000

const endOf = (weather: Weather): number => ('until' in weather && weather.until) || NEVER

/** The weather at a moment: calm once it has ended, one of its kinds while mixed. */
export function weatherAt({ set, since }: SetWeather, now: number): Weather {
  if (now >= endOf(set)) return CALM
  return set.kind === 'mixed' ? turnOf(set, since, now) : set
}

/** When the weather changes next by itself. */
export function nextChange({ set, since }: SetWeather, now: number): number | undefined {
  const end = endOf(set)
  const turn = set.kind === 'mixed' ? endOfTurn(set, since, now) : NEVER
  const next = Math.min(end, turn)
  return next > now && next !== NEVER ? next : undefined
}

const lengthOf = ({ everyMs = MINUTE_MS }: Mixed): number => Math.max(1, everyMs)

const turnAt = (mixed: Mixed, since: number, now: number): number =>
  Math.max(0, Math.floor((now - since) / lengthOf(mixed)))

const endOfTurn = (mixed: Mixed, since: number, now: number): number =>
  since + (turnAt(mixed, since, now) + 1) * lengthOf(mixed)

/** Each round has every kind once, so that none is left out. */
function turnOf(mixed: Mixed, since: number, now: number): Weather {
  const turn = turnAt(mixed, since, now)
  const round = Math.floor(turn / KINDS.length)
  const order = KINDS.map((make, kind) => ({ make, rank: chance(mixed.seed, round, kind) }))
  order.sort((a, b) => a.rank - b.rank)
  const { make } = order[turn % KINDS.length] ?? { make: () => CALM }
  return make({ seed: mixed.seed, end: endOfTurn(mixed, since, now), length: lengthOf(mixed) })
}

interface Turn {
  seed: number
  end: number
  length: number
}

const KINDS: ((turn: Turn) => Weather)[] = [
  () => CALM,
  () => ({ kind: 'outage' }),
  () => ({ kind: 'old_client' }),
  ({ end }) => ({ kind: 'limited', until: end }),
  ({ end }) => ({ kind: 'limited', until: end, newADay: 3 }),
  ({ end }) => ({ kind: 'banned', until: end }),
  ({ length }) => ({ kind: 'closed', code: 503, when: 'open', afterMs: length / 4 }),
  ({ length }) => ({ kind: 'slow_media', forMs: length / 4 }),
  () => ({ kind: 'slow_media', how: 'cut' }),
  () => ({ kind: 'slow_media', how: 'silence' }),
  () => ({ kind: 'slow_media', how: 'refused' }),
  () => ({ kind: 'slow_media', how: 'no_hosts' }),
  ({ seed }) => ({ kind: 'migrated', share: 0.5, seed }),
  () => ({ kind: 'companions', asks: true }),
  ({ seed }) => ({ kind: 'undecryptable', share: 0.5, seed }),
  ({ length }) => ({ kind: 'receipts', delayMs: length / 10, repeat: 1, reorder: true }),
  () => ({ kind: 'receipts', retries: 1 }),
  () => ({ kind: 'rate_overlimit', perMinute: 5 }),
  () => ({ kind: 'rate_overlimit', perMinute: 5, messages: true }),
  () => ({ kind: 'app_state', how: 'garbage' }),
]
