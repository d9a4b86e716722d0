import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { utils, write } from '@e965/xlsx'
import { io } from 'socket.io-client'
import {
  type BenchEngine,
  type BenchServer,
  createStore,
  enginesIn,
  newUser,
  startServer,
} from './support/bench-server.ts'
import { median, othersMeanwhile, quantile } from './support/others-meanwhile.ts'
import { report } from './support/report.ts'
import { nameOf, numberOf } from './support/seed.ts'

/**
 * Imports a workbook of 100,000 names and numbers, beside the library that parses the same file in
 * a thread and does nothing else. Measures how long others wait meanwhile, and how long nothing is
 * heard of the progress. `npm run bench import [SQLite|PostgreSQL|both] [rows] [runs]`
 */
const [asked = 'both', rowsAsked = '100000', runsAsked = '5'] = process.argv.slice(2)
const ROWS = Number(rowsAsked)
const RUNS = Number(runsAsked)
const BARE = new URL('./support/bare-parse.ts', import.meta.url)

const folder = mkdtempSync(join(tmpdir(), 'kirim-bench-'))
const file = join(folder, 'people.xlsx')
writeFileSync(file, workbook())
try {
  const results = []
  for (const engine of enginesIn(asked)) results.push(await measure(engine))
  report('import', results)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function workbook(): Buffer {
  const book = utils.book_new()
  const people = Array.from({ length: ROWS }, (_, n) => [nameOf(n), numberOf(n)])
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Name', 'Phone'], ...people]))
  return write(book, { type: 'buffer', compression: true })
}

async function bareParse(): Promise<{ ms: number; cpuMs: number }> {
  const start = performance.now()
  const cpu = process.cpuUsage()
  const [rows] = await once(new Worker(BARE, { workerData: file }), 'message')
  if (rows !== ROWS + 1) throw new Error(`The library found ${rows} rows.`)
  const { user, system } = process.cpuUsage(cpu)
  return { ms: performance.now() - start, cpuMs: (user + system) / 1000 }
}

async function measure(engine: BenchEngine) {
  const store = await createStore(engine)
  const server = await startServer(store)
  try {
    const stranger = await newUser(server)
    const bare: Awaited<ReturnType<typeof bareParse>>[] = []
    const imports: Awaited<ReturnType<typeof importOnce>>[] = []
    const settled: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      bare.push(await bareParse())
      imports.push(await importOnce(server, stranger.token))
      const answered = performance.now()
      await store.settle()
      settled.push(performance.now() - answered)
    }
    const times = imports.map(({ ms }) => ms)
    const bareTimes = bare.map(({ ms }) => ms)
    const most = (of: 'blockMs' | 'waitMs' | 'silentMs') =>
      Math.round(Math.max(...imports.map((one) => one[of])))
    return {
      engine,
      rows: ROWS,
      runs: RUNS,
      bareMs: Math.round(median(bareTimes)),
      bareBestMs: Math.round(Math.min(...bareTimes)),
      bareCpuMs: Math.round(median(bare.map(({ cpuMs }) => cpuMs))),
      ms: Math.round(median(times)),
      bestMs: Math.round(Math.min(...times)),
      // PostgreSQL vacuums in it, too.
      settledMs: Math.round(median(settled)),
      ratio: Number((median(times) / median(bareTimes)).toFixed(2)),
      cpuMs: median(imports.map(({ cpuMs }) => cpuMs)),
      longestBlockMs: most('blockMs'),
      othersLongestMs: most('waitMs'),
      othersP99Ms: Math.round(Math.max(...imports.map((one) => one.waitP99Ms))),
      longestSilenceMs: most('silentMs'),
      progressEvents: median(imports.map(({ events }) => events)),
    }
  } finally {
    await server.stop()
    store.remove()
  }
}

async function importOnce(server: BenchServer, stranger: string) {
  const owner = await newUser(server)
  const group = await server.call<{ _id: string }>('POST', '/contact-groups', owner.token, {
    groupName: 'Everybody',
  })
  const form = new FormData()
  form.set('groupId', group._id)
  form.set('file', new Blob([readFileSync(file)]), 'people.xlsx')
  const progress = await hearProgress(server, owner)
  const cpuBefore = server.cpuMs()
  const done = await othersMeanwhile(server, stranger, () =>
    server.call<{ added: number }>('POST', '/contacts/upload', owner.token, form),
  )
  const heard = progress.end()
  if (done.result.added !== ROWS) throw new Error(`${done.result.added} people were added.`)
  const { ms, blockMs } = done
  console.log(
    `${ms.toFixed(0)} ms; block ${blockMs.toFixed(0)} ms, ${done.blockCpuMs.toFixed(0)} of CPU; slowest statement ${done.slowest.ms.toFixed(0)} ms (${done.slowest.sql.slice(0, 50)}); first progress after ${heard.firstMs.toFixed(0)} ms`,
  )
  return {
    ms,
    cpuMs: server.cpuMs() - cpuBefore,
    blockMs,
    waitMs: quantile(done.waits, 1),
    waitP99Ms: quantile(done.waits, 0.99),
    ...heard,
  }
}

/** From the first progress to the answer. */
async function hearProgress({ url }: BenchServer, { token }: { token: string }) {
  const socket = io(url, { auth: { token }, transports: ['websocket'] })
  await once(socket as never, 'connect')
  const start = performance.now()
  const times: number[] = []
  socket.on('import_progress', () => times.push(performance.now()))
  return {
    end() {
      socket.close()
      const ends = [...times.slice(1), performance.now()]
      return {
        events: times.length,
        firstMs: (times[0] ?? Number.NaN) - start,
        silentMs: Math.max(...ends.map((end, n) => end - (times[n] ?? end))),
      }
    },
  }
}
