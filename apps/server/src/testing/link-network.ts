import { type SandboxNetwork, startSandboxNetwork } from '@kirim/sandbox-network/network'
import { createFakeClock, type FakeClock } from '@kirim/testing/fake-clock'
import { PINNED_VERSION, trustNetwork } from '../adapters/whatsapp/connection/socket-config.ts'
import { silenceLibsignal } from '../adapters/whatsapp/driver/silence-libsignal.ts'
import { startLink } from '../adapters/whatsapp/link/link.ts'
import type { LinkAttempt, LinkListener, LinkWish } from '../features/devices/devices.ports.ts'
import { freshStore } from './engines.ts'

/** The real driver's attempts to link, on a network whose time passes when a test says so. */
export interface LinkNetwork {
  readonly network: SandboxNetwork
  readonly clock: FakeClock
  /** What went wrong without changing anything. */
  readonly faults: readonly unknown[]
  link(listener: LinkListener, wish: LinkWish): LinkAttempt
  stop(): Promise<void>
}

export async function startLinkNetwork(): Promise<LinkNetwork> {
  silenceLibsignal()
  const clock = createFakeClock()
  const store = await freshStore('SQLite')
  const network = await startSandboxNetwork({
    dataDir: store.dataDir,
    clock: { now: clock.now, after: (ms, run) => ({ cancel: clock.after(ms, run) }) },
  })
  const { url, rootKey } = network
  trustNetwork({ url, rootKey })
  const faults: unknown[] = []
  return {
    network,
    clock,
    faults,
    link: (listener, { phoneNumber }) =>
      startLink(
        { url, rootKey, version: PINNED_VERSION, through: null },
        { phoneNumber },
        { ...listener, onFault: (error) => faults.push(error) },
        clock,
      ),
    async stop() {
      await network.stop()
      store.remove()
    },
  }
}
