import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandboxNetwork } from '@kirim/sandbox-network/network'
import { linkNumber } from './support/answering-number.ts'
import { createStore, startServer } from './support/bench-server.ts'

/**
 * Links an account with a long history, and then an empty one: the longest block of the server's
 * event loop, and how far its heap rises, until all of it has been read.
 * `npm run bench history [chats] [messages] [chunks]`
 */
const CHATS = Number(process.argv[2] ?? 20_000)
const MESSAGES = Number(process.argv[3] ?? 200_000)
const CHUNKS = Number(process.argv[4] ?? 10)
const QUIET_MS = 5000
const mb = (bytes: number) => (bytes / 1e6).toFixed(0)

for (const method of ['info', 'warn', 'error'] as const) console[method] = () => {}
const folder = mkdtempSync(join(tmpdir(), 'kirim-bench-'))
const network = await startSandboxNetwork({ dataDir: join(folder, 'network') })
const store = await createStore('SQLite')
const server = await startServer({
  ...store,
  env: { ...store.env, WHATSAPP_URL: network.url, WHATSAPP_ROOT_KEY: network.rootKey },
})
try {
  for (const [chats, messages] of [
    [0, 0],
    [CHATS, MESSAGES],
  ] as const) {
    await server.longest()
    const begun = performance.now()
    const cpu = server.cpuMs()
    await linkNumber(server.url, network, {
      prepare: (phone) =>
        network.setWeather(phone, { kind: 'history', chats, messages, chunks: CHUNKS }),
    })
    const linkedMs = performance.now() - begun
    await untilIdle()
    const { blockMs, blockCpuMs, heapBefore, heapMost } = await server.longest()
    console.log(
      `${chats} chats, ${messages} messages in ${CHUNKS} chunks: connected after ${linkedMs.toFixed(0)} ms, ` +
        `${(server.cpuMs() - cpu).toFixed(0)} ms of CPU; longest block ${blockMs.toFixed(0)} ms, ` +
        `${blockCpuMs.toFixed(0)} of CPU; heap and buffers ${mb(heapBefore)} MB, at most ${mb(heapMost)} MB`,
    )
  }
} finally {
  await server.stop()
  await network.stop()
  store.remove()
  rmSync(folder, { recursive: true, force: true })
}

/** Until the server has used little CPU for some seconds. */
async function untilIdle(): Promise<void> {
  for (let before = server.cpuMs(); ; ) {
    await new Promise((next) => setTimeout(next, QUIET_MS))
    const now = server.cpuMs()
    if (now - before < QUIET_MS / 10) return
    before = now
  }
}
