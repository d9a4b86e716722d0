import type { Clock } from '../clock.ts'
import type { Store } from '../store/database.ts'
import { weatherAt } from './forecast.ts'
import {
  CALM,
  type NetworkWeather,
  type Weather,
  type WeatherChange,
  type WeatherReport,
} from './weather.ts'

interface Row {
  weather: string | null
  weather_since: number
  weather_struck: number
}

const NETWORK_KEY = 'weather.network'
const CHANGES_KEPT = 100
const MINUTE_MS = 60_000

/** The weather of each phone and of the whole network, which survives restarts. */
export function createWeatherStore(store: Store, clock: Clock) {
  const row = (phone: string) =>
    store.one<Row>(
      'SELECT weather, weather_since, weather_struck FROM phone WHERE number = ?',
      phone,
    )

  const readNetwork = (): NetworkWeather => {
    const stored = store.one<{ value: Uint8Array }>(
      'SELECT value FROM meta WHERE key = ?',
      NETWORK_KEY,
    )
    return stored ? JSON.parse(Buffer.from(stored.value).toString()) : CALM
  }
  let network = readNetwork()
  const queries = new Map<string, { minute: number; count: number }>()

  const parse = (stored: Row | undefined): Weather =>
    stored?.weather ? JSON.parse(stored.weather) : CALM

  function report(phone: string): WeatherReport {
    const stored = row(phone)
    const set = parse(stored)
    const since = stored?.weather_since ?? 0
    return {
      set,
      now: weatherAt({ set, since }, clock.now()),
      since,
      struck: stored?.weather_struck ?? 0,
    }
  }

  function record(phone: string, kind: Weather['kind']): void {
    const last = store.one<WeatherChange>(
      'SELECT at, kind FROM weather_change WHERE phone = ? ORDER BY seq DESC LIMIT 1',
      phone,
    )
    if ((last?.kind ?? 'calm') === kind) return
    store.run(
      'INSERT INTO weather_change (phone, at, kind) VALUES (?, ?, ?)',
      phone,
      clock.now(),
      kind,
    )
    store.run(
      `DELETE FROM weather_change WHERE phone = ?1 AND seq <= (SELECT seq FROM weather_change
       WHERE phone = ?1 ORDER BY seq DESC LIMIT 1 OFFSET ${CHANGES_KEPT})`,
      phone,
    )
  }

  return {
    now: (phone: string): Weather => report(phone).now,
    report,
    put(phone: string, weather: Weather): void {
      store.transaction(() => {
        store.run(
          'UPDATE phone SET weather = ?, weather_since = ?, weather_struck = 0 WHERE number = ?',
          weather.kind === 'calm' ? null : JSON.stringify(weather),
          clock.now(),
          phone,
        )
        record(phone, weather.kind)
      })
    },
    /** Counts a failure caused by the weather. */
    strike(phone: string): void {
      store.run('UPDATE phone SET weather_struck = weather_struck + 1 WHERE number = ?', phone)
    },
    /** Counts a lookup; returns the number in its minute. */
    countQuery(phone: string): number {
      const minute = Math.floor(clock.now() / MINUTE_MS)
      const counted = queries.get(phone)
      const count = counted?.minute === minute ? counted.count + 1 : 1
      queries.set(phone, { minute, count })
      return count
    },
    /** The latest changes of the kind, oldest first. */
    changes: (phone: string): WeatherChange[] =>
      store.all<WeatherChange>(
        'SELECT at, kind FROM weather_change WHERE phone = ? ORDER BY seq',
        phone,
      ),
    /** The phones that are not calm. */
    rough: (): string[] =>
      store
        .all<{ number: string }>('SELECT number FROM phone WHERE weather IS NOT NULL')
        .map(({ number }) => number),
    get network() {
      return network
    },
    putNetwork(weather: NetworkWeather): void {
      network = weather
      store.run(
        'INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)',
        NETWORK_KEY,
        Buffer.from(JSON.stringify(weather)),
      )
    },
  }
}
