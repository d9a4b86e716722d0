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
export type WeatherActions = ReturnType<typeof createWeatherControl>['actions']

const NEVER = Number.POSITIVE_INFINITY

export function createWeatherControl(core: Core, presenter: Presenter, cutEverybody: () => void) {
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
      // The weather may have ended since the last turn.
      const last = report.now.kind === 'calm' ? now : NEVER
      due.set(phone, nextChange(report, now) ?? last)
    }
    const next = Math.min(NEVER, ...due.values())
    if (next !== NEVER) timer = clock.after(Math.max(0, next - clock.now()), turn)
  }

  /** Applies weather that has changed by itself. */
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
      /**
       * Changes the weather of a phone, from now until it ends or is changed. Survives a restart.
       */
      setWeather(phone: string, weather: Weather): void {
        phones.get(phone)
        const before = core.weather.now(phone)
        take(phone, before, () => core.weather.put(phone, weather))
        schedule()
      },
      weatherOf(phone: string): WeatherReport {
        phones.get(phone)
        return core.weather.report(phone)
      },
      /** The latest changes of a phone's weather, oldest first. */
      weatherChanges(phone: string): WeatherChange[] {
        phones.get(phone)
        return core.weather.changes(phone)
      },
      /** Changes what happens to everybody before the network knows who it is. */
      setNetworkWeather(weather: NetworkWeather): void {
        core.weather.putNetwork(weather)
        if (weather.kind !== 'calm') cutEverybody()
      },
      weatherOfNetwork: (): NetworkWeather => core.weather.network,
      /** Ends the open connections of a phone's devices once, with a code such as 440 or 503. */
      close(phone: string, code: number): void {
        phones.get(phone)
        for (const connection of live.ofPhone(phone)) closeWith(connection, code)
      },
      /**
       * The phone's open connections receive nothing from other people any more; later ones do.
       */
      fallSilent(phone: string): void {
        phones.get(phone)
        for (const connection of live.ofPhone(phone)) connection.silent = true
      },
      /** The phone changes a setting of its account, of which its devices are notified. */
      useOnPhone(phone: string): void {
        phones.get(phone)
        postSettingChanged(core, phone)
      },
      /** A contact posts a status that the phone's devices cannot read. */
      postUnreadableStatus(phone: string, contact: string): void {
        phones.get(phone)
        postStatus(core, { phone, contact })
      },
    },
    start() {
      running = true
      // Weather may have ended while the network was not running.
      for (const phone of core.weather.rough()) due.set(phone, clock.now())
      turn()
    },
    stop() {
      running = false
      timer?.cancel()
    },
  }
}
