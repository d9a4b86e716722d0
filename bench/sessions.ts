import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSandboxNetwork } from '@kirim/sandbox-network/network'
import { linkNumber } from './support/answering-number.ts'
import type { BareSocketsNews, BareSocketsWish } from './support/bare-sockets.ts'
import {
  type BenchEngine,
  type BenchServer,
  cpuMsOf,
  createStore,
  startServer,
} from './support/bench-server.ts'
import { memoryOf } from './support/process-memory.ts'
import { report } from './support/report.ts'

/**
 * The memory of the server by the number of linked devices: once they were linked one after the
 * other, and after a start that connects all of them; beside the driver's bare sockets in a
 * process of their own; and the time until all are connected. The network runs in this process.
 * `npm run bench sessions [SQLite|PostgreSQL] [numbers, such as 0,50,200] [quiet ms]`
 */
const engine = (process.argv[2] ?? 'SQLite') as BenchEngine
const COUNTS = (process.argv[3] ?? '0,50,200').split(',').map(Number)
const BARE_SOCKETS = fileURLToPath(new URL('./support/bare-sockets.ts', import.meta.url))
/** Memory is read once a process has used little CPU for so long. */
const QUIET_MS = Number(process.argv[4] ?? 15_000)
const QUIET_CPU_MS = 100
/** The keepalives of many devices never rest. */
const WAITS_MAX = 6

for (const method of ['info', 'warn', 'error'] as const) console[method] = () => {}
const folder = mkdtempSync(join(tmpdir(), 'kirim-bench-'))
const network = await startSandboxNetwork({ dataDir: join(folder, 'network') })
const online = new Set<string>()
network.events.on('phone', ({ number, connected }) => {
  if (connected) online.add(number)
  else online.delete(number)
})
const store = await createStore(engine)
const env = {
  ...store.env,
  WHATSAPP_URL: network.url,
  WHATSAPP_ROOT_KEY: network.rootKey,
  REGISTER_LIMIT: '100000',
}
const rows: object[] = []
let linked = 0
try {
  for (const count of COUNTS) {
    const kirim = { linked: await afterLinking(count), started: await afterStarting(count) }
    const bare = { linked: await bareSockets(count), started: await bareSockets(count) }
    for (const [when, what] of [
      ['linked', 'once linked'],
      ['started', 'after a start'],
    ] as const) {
      const { rssMb: bareRssMb, connectedMs: bareConnectedMs } = bare[when]
      rows.push({
        ...{ engine, devices: count, when: what },
        ...kirim[when],
        bareRssMb,
        ...(when === 'started' && { bareConnectedMs }),
      })
    }
  }
} finally {
  await network.stop()
  store.remove()
  rmSync(folder, { recursive: true, force: true })
}
report('sessions', rows)

async function afterLinking(count: number) {
  const server = await startServer({ ...store, env }, { metered: false })
  for (; linked < count; linked++) await linkNumber(server.url, network)
  return measured(server)
}

async function afterStarting(count: number) {
  online.clear()
  const begun = performance.now()
  const server = await startServer({ ...store, env }, { metered: false })
  while (online.size < count) await once(network.events, 'phone')
  const connectedMs = Math.round(performance.now() - begun)
  return { ...(await measured(server)), connectedMs }
}

async function measured(server: BenchServer) {
  await untilQuiet(server.cpuMs)
  const memory = { ...memoryOf(server.pid), cpuMs: server.cpuMs() }
  await server.stop()
  return memory
}

async function bareSockets(sockets: number) {
  const begun = performance.now()
  const child = fork(BARE_SOCKETS)
  const opened = new Promise<void>((resolve) => {
    child.on('message', ({ qr, opened }: BareSocketsNews) => {
      if (qr) void network.scan(qr, network.createPhone({ owner: 'bare', name: 'Bare' }).number)
      if (opened !== undefined) resolve()
    })
  })
  const wish: BareSocketsWish = {
    url: network.url,
    rootKey: network.rootKey,
    folder: join(folder, 'bare'),
    sockets,
  }
  child.send(wish)
  await opened
  const connectedMs = Math.round(performance.now() - begun)
  await untilQuiet(() => cpuMsOf(child.pid))
  const memory = { ...memoryOf(child.pid ?? 0), connectedMs }
  child.kill('SIGKILL')
  await once(child, 'exit')
  return memory
}

async function untilQuiet(cpuMs: () => number): Promise<void> {
  let before = cpuMs()
  for (let waits = 0; waits < WAITS_MAX; waits += 1) {
    await new Promise((next) => setTimeout(next, QUIET_MS))
    const now = cpuMs()
    if (now - before < QUIET_CPU_MS) return
    before = now
  }
}
