import type { Timer } from '../clock.ts'
import type { Core } from '../core.ts'
import type { Presenter } from '../messaging/presenter.ts'
import { closeWith, disconnect } from './closing.ts'
import { nextChange, weatherAt } from './forecast.ts'
import { tellLimits } from './limited.ts'
import { postSettingChanged } from './settings-changed.ts'
import { postStatus } from './statuses.ts'
import {
  CALM,
  type NetworkWeather,
  type Weather,
  type WeatherChange,
  type WeatherReport,
} from './weather.ts'

/** The hostile side of the network, on demand. */
export interface WeatherActions {
  /** Changes the weather of a phone, from now until it ends or is changed. Survives a restart. */
  setWeather(phone: string, weather: Weather): void
  weatherOf(phone: string): WeatherReport
  /** The latest changes of a phone's weather, oldest first. */
  weatherChanges(phone: string): WeatherChange[]
  /** Changes what happens to everybody before the network knows who it is. */
  setNetworkWeather(weather: NetworkWeather): void
  weatherOfNetwork(): NetworkWeather
  /** Ends the open connections of a phone's devices once, with a code such as 440 or 503. */
  close(phone: string, code: number): void
  /** The phone's open connections get nothing of other people any more; the next ones get it. */
  fallSilent(phone: string): void
  /** The phone changes a setting of its account, of which its devices are told. */
  useOnPhone(phone: string): void
  /** A contact posts a status that the phone's devices cannot read. */
  postUnreadableStatus(phone: string, contact: string): void
}

export interface WeatherControl {
  actions: WeatherActions
  start(): void
  stop(): void
}

const NEVER = Number.POSITIVE_INFINITY

export function createWeatherControl(
  core: Core,
  presenter: Presenter,
  cutEverybody: () => void,
): WeatherControl {
  const { store, clock, phones, live } = core
  const due = new Map<string, number>()
  let timer: Timer | undefined
  let running = false

  function schedule(): void {
    timer?.cancel()
    timer = undefined
    due.clear()
    if (!running) return
    for (const phone of core.weather.rough()) {
      const now = clock.now()
      const report = core.weather.report(phone)
      // It may have ended since its last turn was taken.
      const last = report.now.kind === 'calm' ? now : NEVER
      due.set(phone, nextChange(report, now) ?? last)
    }
    const next = Math.min(NEVER, ...due.values())
    if (next !== NEVER) timer = clock.after(Math.max(0, next - clock.now()), turn)
  }

  /** Weather that has changed by itself. */
  function turn(): void {
    const now = clock.now()
    for (const [phone, at] of due) {
      if (at > now || !phones.find(phone)) continue
      const report = core.weather.report(phone)
      const over = nextChange(report, now) === undefined && report.now.kind === 'calm'
      take(phone, weatherAt(report, at - 1), () => {
        if (over) core.weather.put(phone, CALM)
      })
    }
    schedule()
  }

  function take(phone: string, before: Weather, keep: () => void): void {
    store.transaction(() => {
      keep()
      const after = core.weather.now(phone)
      tellLimits(core, phone, before, after)
      store.afterCommit(() => disconnect(core, phone, after))
    })
    presenter.announceWeather(phone)
  }

  return {
    actions: {
      setWeather(phone, weather) {
        phones.get(phone)
        const before = core.weather.now(phone)
        take(phone, before, () => core.weather.put(phone, weather))
        schedule()
      },
      weatherOf(phone) {
        phones.get(phone)
        return core.weather.report(phone)
      },
      weatherChanges(phone) {
        phones.get(phone)
        return core.weather.changes(phone)
      },
      setNetworkWeather(weather) {
        core.weather.putNetwork(weather)
        if (weather.kind !== 'calm') cutEverybody()
      },
      weatherOfNetwork: () => core.weather.network,
      close(phone, code) {
        phones.get(phone)
        for (const connection of live.ofPhone(phone)) closeWith(connection, code)
      },
      fallSilent(phone) {
        phones.get(phone)
        for (const connection of live.ofPhone(phone)) connection.silent = true
      },
      useOnPhone(phone) {
        phones.get(phone)
        postSettingChanged(core, phone)
      },
      postUnreadableStatus(phone, contact) {
        phones.get(phone)
        postStatus(core, { phone, contact })
      },
    },
    start() {
      running = true
      // What ended while the network was not running.
      for (const phone of core.weather.rough()) due.set(phone, clock.now())
      turn()
    },
    stop() {
      running = false
      timer?.cancel()
    },
  }
}
