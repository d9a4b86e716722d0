import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BareSocketsNews, BareSocketsWish } from './support/bare-sockets.ts'
import {
  type BenchEngine,
  type BenchServer,
  createStore,
  startServer,
} from './support/bench-server.ts'
import { onNetwork, pause, reaching } from './support/frame.ts'
import { linkNumber } from './support/linked-number.ts'
import { cpuMsOf, memoryOf } from './support/process-figures.ts'
import { report } from './support/report.ts'

/**
 * Measures the memory of the server by the number of linked devices, after they were linked one by
 * one, and after a start that connects all of them; also the time until all are connected. The
 * baseline is the driver's bare sockets in a process of their own. The network runs in this
 * process.
 * `npm run bench sessions [SQLite|PostgreSQL] [numbers, such as 0,50,200] [quiet ms]`
 */
const engine = (process.argv[2] ?? 'SQLite') as BenchEngine
const COUNTS = (process.argv[3] ?? '0,50,200').split(',').map(Number)
const BARE_SOCKETS = fileURLToPath(new URL('./support/bare-sockets.ts', import.meta.url))
/** Memory is read once a process has used little CPU for this long. */
const QUIET_MS = Number(process.argv[4] ?? 15_000)
const QUIET_CPU_MS = 100
/** The maximum number of waits, because the keepalives of many devices never stop. */
const WAITS_MAX = 6

await onNetwork(async (network, folder) => {
  const online = new Set<string>()
  network.events.on('phone', ({ number, connected }) => {
    if (connected) online.add(number)
    else online.delete(number)
  })
  const store = reaching(await createStore(engine), network)
  const rows: object[] = []
  let linked = 0
  try {
    for (const devices of COUNTS) {
      const onceLinked = await afterLinking(devices)
      const bareLinked = await bareSockets(devices)
      const { rssMb: bareRssMb } = bareLinked
      rows.push({ engine, devices, when: 'once linked', ...onceLinked, bareRssMb })
      const started = await afterStarting(devices)
      const { connectedMs: bareConnectedMs, ...bare } = await bareSockets(devices)
      rows.push({
        ...{ engine, devices, when: 'after a start', ...started },
        ...{ bareRssMb: bare.rssMb, bareConnectedMs },
      })
    }
  } finally {
    store.remove()
  }
  report('sessions', rows)

  async function afterLinking(count: number) {
    const server = await startServer(store, { metered: false })
    for (; linked < count; linked++) await linkNumber(server, network)
    return measured(server)
  }

  async function afterStarting(count: number) {
    online.clear()
    const start = performance.now()
    const server = await startServer(store, { metered: false })
    while (online.size < count) await once(network.events, 'phone')
    const connectedMs = Math.round(performance.now() - start)
    return { ...(await measured(server)), connectedMs }
  }

  async function bareSockets(sockets: number) {
    const start = performance.now()
    const child = fork(BARE_SOCKETS)
    const opened = new Promise<void>((resolve) => {
      child.on('message', ({ qr, opened }: BareSocketsNews) => {
        if (qr) void network.scan(qr, network.createPhone({ owner: 'bare', name: 'Bare' }).number)
        if (opened !== undefined) resolve()
      })
    })
    const { url, rootKey } = network
    const wish: BareSocketsWish = { url, rootKey, folder: join(folder, 'bare'), sockets }
    child.send(wish)
    await opened
    const connectedMs = Math.round(performance.now() - start)
    await untilQuiet(() => cpuMsOf(child.pid))
    const memory = { ...memoryOf(child.pid ?? 0), connectedMs }
    child.kill('SIGKILL')
    await once(child, 'exit')
    return memory
  }
})

async function measured(server: BenchServer) {
  await untilQuiet(server.cpuMs)
  const memory = { ...memoryOf(server.pid), cpuMs: server.cpuMs() }
  await server.stop()
  return memory
}

async function untilQuiet(cpuMs: () => number): Promise<void> {
  let before = cpuMs()
  for (let waits = 0; waits < WAITS_MAX; waits += 1) {
    await pause(QUIET_MS)
    const now = cpuMs()
    if (now - before < QUIET_CPU_MS) return
    before = now
  }
}
