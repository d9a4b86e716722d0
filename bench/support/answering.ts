import type { SandboxNetwork } from '@kirim/sandbox-network/network'
import { startBare } from './bare.ts'
import { type BenchEngine, createStore, startServer } from './bench-server.ts'
import { reaching } from './frame.ts'
import { linkNumber, makeItems } from './linked-number.ts'

/** Something that answers the messages to its phone. */
export interface Answering {
  readonly what: string
  readonly phone: string
  cpuMs(): number | Promise<number>
  stop(): Promise<void>
}

/** A client of the driver alone, which repeats what it receives. */
export async function openBare(network: SandboxNetwork): Promise<Answering> {
  const { phone, count, stop } = await startBare(network)
  const cpuMs = async () => (await count()).cpuMs
  return { what: 'bare client', phone, cpuMs, stop: async () => stop() }
}

export async function openChatbot(
  network: SandboxNetwork,
  engine: BenchEngine,
  items: { items: number; keywords: number },
): Promise<Answering> {
  const store = await createStore(engine)
  const server = await startServer(reaching(store, network), { metered: false })
  const number = await linkNumber(server, network)
  await makeItems(server, number, items)
  async function stop() {
    await server.stop()
    store.remove()
  }
  return { what: engine, phone: number.phone, cpuMs: server.cpuMs, stop }
}
