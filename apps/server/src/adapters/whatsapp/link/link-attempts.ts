import type { Close } from '../../../features/devices/closes.ports.ts'
import type {
  LinkAttempt,
  LinkListener,
  LinkWish,
} from '../../../features/devices/devices.ports.ts'
import type { ProxyAccess, ProxyOf } from '../../../features/devices/proxy/proxy.ports.ts'
import { systemClock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import { closeOfFault, noteClose } from '../connection/close-cause.ts'
import type { DialTarget } from '../connection/socket-config.ts'
import type { startLink } from './link.ts'

interface LinkAttemptsDeps {
  readonly log: Log
  readonly proxyOf: ProxyOf
  /** Returns the address for the attempt, and the driver. */
  connect(proxy: ProxyAccess | null): Promise<{
    readonly address: DialTarget
    readonly startLink: typeof startLink
  }>
  isNewerKnown(used: DialTarget['version']): Promise<boolean>
}

/** Starts attempts to link; each can be withdrawn before it has started. */
export function createLinkAttempts(deps: LinkAttemptsDeps) {
  return function link(listener: LinkListener, { phoneNumber, deviceId }: LinkWish): LinkAttempt {
    let withdrawn = false
    let started: LinkAttempt | null = null

    async function start(): Promise<void> {
      // A new number has no proxy yet.
      const proxy = deviceId === null ? null : await deps.proxyOf(deviceId)
      if (withdrawn) return
      const { address, startLink } = await deps.connect(proxy)
      if (withdrawn) return
      const events = {
        ...listener,
        onEnded(close: Close) {
          noteClose(deps.log, close, {}, 'link ended without a device')
          if (close.cause !== 'outdated') return listener.onEnded(close)
          void deps.isNewerKnown(address.version).then((isKnown) => {
            // It may have been withdrawn meanwhile.
            if (withdrawn) return
            if (isKnown) begin()
            else listener.onEnded(close)
          })
        },
        onFault: (err: unknown) =>
          deps.log.warn({ err }, 'the end of a link attempt could not be handled'),
      }
      // The handshake, like the driver's own time limits, runs in real time.
      started = startLink(address, { phoneNumber }, events, systemClock)
    }

    function begin(): void {
      start().catch((err: unknown) => {
        deps.log.error({ err }, 'a link attempt could not start')
        if (!withdrawn) listener.onEnded(closeOfFault(err))
      })
    }

    begin()
    return {
      withdraw() {
        if (started && !started.withdraw()) return false
        withdrawn = true
        return true
      },
      answerPasskey: (answer) => started?.answerPasskey(answer),
      confirmPasskey: () => started?.confirmPasskey(),
    }
  }
}
