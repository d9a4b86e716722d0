import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { type SandboxNetwork, startSandboxNetwork } from '../network.ts'
import type { NetworkEvents, Phone, SandboxOptions } from '../types.ts'
import { connectClient, type MemoryAuth, type TestClient } from './client.ts'
import { WAIT_TIMEOUT_MS } from './timeouts.ts'

/** A network in its own folder, whose faults fail the test. */
export interface TestNetwork {
  network: SandboxNetwork
  faults: Error[]
  /** The folder of its media host. */
  mediaFolder: string
  /** Stops the network and starts it on the same folder. */
  restart(): Promise<void>
  /** Creates a phone with a linked, connected client. */
  link(owner?: string): Promise<{ phone: Phone; client: TestClient }>
  connect(auth?: MemoryAuth, config?: Parameters<typeof connectClient>[2]): TestClient
  end(): Promise<void>
}

/** Short, but longer than the 100 ms in which a client merges a status into its own message. */
export const SHORT_RECEIPT_DELAYS = { deliveredMs: 150, readMs: 250 }

export async function createTestNetwork(
  options: Partial<SandboxOptions> = {},
): Promise<TestNetwork> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-network-'))
  const faults: Error[] = []
  const clients: TestClient[] = []
  const start = () =>
    startSandboxNetwork({
      dataDir,
      receipts: SHORT_RECEIPT_DELAYS,
      onFault: (error) => faults.push(error),
      ...options,
    })

  const world: TestNetwork = {
    network: await start(),
    faults,
    mediaFolder: join(dataDir, 'media'),
    async restart() {
      await world.network.stop()
      world.network = await start()
    },
    connect(auth, config) {
      const client = connectClient(world.network, auth, config)
      clients.push(client)
      return client
    },
    async link(owner = 'owner') {
      const phone = world.network.createPhone({ owner, name: 'Aina' })
      const first = world.connect()
      await world.network.scan(await first.qr(), phone.number)
      await first.closed()
      const client = world.connect(first.auth)
      await client.opened()
      return {
        phone: world.network.listPhones().find((p) => p.number === phone.number) ?? phone,
        client,
      }
    },
    async end() {
      await Promise.all(clients.map((client) => client.end()))
      await world.network.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), world.network.caCertificate])
  return world
}

/** Resolves with the first matching event from now on. Rejects after the timeout. */
export function nextEvent<Name extends keyof NetworkEvents>(
  { events }: SandboxNetwork,
  name: Name,
  fits: (event: NetworkEvents[Name][0]) => boolean,
): Promise<NetworkEvents[Name][0]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => done(() => reject(new Error(`no such ${name} event`))),
      WAIT_TIMEOUT_MS,
    )
    const listen = (...[event]: NetworkEvents[Name]) => {
      if (fits(event)) done(() => resolve(event))
    }
    const done = (settle: () => void) => {
      clearTimeout(timer)
      events.off(name, listen as never)
      settle()
    }
    events.on(name, listen as never)
  })
}
