import type {
  SandboxNetworkWeather,
  SandboxWeather,
  SandboxWeatherReport,
} from '@kirim/contract/sandbox-weather'
import type {
  NetworkWeather,
  Weather,
  WeatherChange,
  WeatherReport,
} from '@kirim/sandbox-network/weather/weather'

/** Converts weather of the contract to the network's. */
export function toNetworkWeather(weather: SandboxWeather): Weather {
  if (weather.kind === 'calm') return weather
  const { until, ...rest } = weather
  return { ...present(rest), ...(until && { until: Date.parse(until) }) }
}

export function toWeatherReport(
  { set, now, since, struck }: WeatherReport,
  changes: readonly WeatherChange[],
): SandboxWeatherReport {
  return {
    weather: toContractWeather(set),
    now: now.kind,
    since: since ? moment(since) : null,
    struck,
    changes: changes.map(({ at, kind }) => ({ at: moment(at), kind })),
  }
}

/** Omits the version that a client must have, which is not part of the contract. */
export function toSandboxNetworkWeather(weather: NetworkWeather): SandboxNetworkWeather {
  return weather.kind === 'old_client' ? { kind: 'old_client' } : weather
}

function toContractWeather(weather: Weather): SandboxWeather {
  if (weather.kind === 'calm') return weather
  const { until, ...rest } = weather
  return { ...rest, ...(until && { until: moment(until) }) }
}

const moment = (at: number): string => new Date(at).toISOString()

/** Drops undefined values, which the network distinguishes from missing ones. */
const present = <T extends object>(value: T): Present<T> =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Present<T>

type Present<T> = T extends unknown
  ? { [Key in keyof T]: undefined extends T[Key] ? Exclude<T[Key], undefined> : T[Key] }
  : never
