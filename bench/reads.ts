import { calls } from '@kirim/contract/testing/every-export'
import { fillPath } from '../apps/server/src/testing/contract-calls.ts'
import {
  type BenchEngine,
  createStore,
  enginesIn,
  newUser,
  startServer,
} from './support/bench-server.ts'
import { type FullAccount, seedFullAccount } from './support/full-account.ts'
import { othersMeanwhile, quantile } from './support/others-meanwhile.ts'
import { report } from './support/report.ts'

/**
 * Asks for each list and page of an account that has all that a Free plan allows, with the longest
 * texts, many at once, and measures how long somebody else waits meanwhile. `npm run bench reads
 * [SQLite|PostgreSQL|both] [at once] [share of the plan] [part of a path]`
 */
const [asked = 'both', atOnce = '60', share = '1', part = ''] = process.argv.slice(2)
/** Calls of the sandbox network, which the server of a bench is not on. */
const IS_ELSEWHERE = /^\/sandbox/

async function measureOn(engine: BenchEngine): Promise<object[]> {
  const store = await createStore(engine)
  const server = await startServer(store)
  const db = store.open()
  try {
    const stranger = await newUser(server)
    const member = await newUser(server)
    const account = await seedFullAccount(db, member.id, Number(share))
    await store.settle()
    const rows: object[] = []
    for (const { method, path, access } of calls) {
      if (method !== 'GET' || access === 'admin' || IS_ELSEWHERE.test(path)) continue
      if (!path.includes(part)) continue
      const filled = fillPath(path, idsIn(path, account))
      const ask = () => answerOf(`${server.url}/api${filled}`, member.token)
      const { status } = await ask()
      const alone = await ask()
      const measured = await othersMeanwhile(server, stranger.token, () =>
        Promise.all(Array.from({ length: Number(atOnce) }, ask)),
      )
      rows.push({
        ...{ engine, path, status, kb: Math.round(alone.bytes / 1024) },
        ...{ aloneMs: Math.round(alone.ms), ms: Math.round(measured.ms) },
        othersP50: Math.round(quantile(measured.waits, 0.5)),
        othersLongestMs: Math.round(measured.waits.at(-1) ?? 0),
        blockCpuMs: Math.round(measured.blockCpuMs),
        slowest: `${Math.round(measured.slowest.cpuMs)} ms ${measured.slowest.sql.slice(0, 60)}`,
      })
    }
    return rows
  } finally {
    await db.destroy()
    await server.stop()
    store.remove()
  }
}

/** Read to its end. */
async function answerOf(url: string, token: string) {
  const start = performance.now()
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  const { byteLength } = await answer.arrayBuffer()
  return { status: answer.status, bytes: byteLength, ms: performance.now() - start }
}

function idsIn(path: string, account: FullAccount): Record<string, string> {
  const { deviceId, groupId, contactId, mediaId, campaignId, itemId, optOutId } = account
  if (path.startsWith('/whatsapp/')) return { id: deviceId }
  if (path.startsWith('/contact-groups/')) return { id: groupId }
  if (path.startsWith('/contacts/')) return { id: contactId }
  if (path.startsWith('/media/')) return { id: mediaId }
  if (path.startsWith('/opt-outs/')) return { id: optOutId }
  if (path.startsWith('/saved-texts/')) return { id: account.savedTextId }
  if (path.startsWith('/ledger/')) return { campaignId, personId: `${campaignId}.1` }
  if (path.startsWith('/campaigns/')) return { deviceId, campaignId }
  return { id: deviceId, deviceId, campaignId: itemId }
}

const rows: object[] = []
for (const engine of enginesIn(asked)) rows.push(...(await measureOn(engine)))
report('reads', rows)
