import { type ChatStats, exportChatStats, loadChatStats } from '@kirim/contract/chat-stats'
import { exportTable } from '../../../platform/export/export-table.ts'
import type { Route } from '../../../platform/http/routes.ts'
import { loadStats, type StatsDeps } from './load-stats.ts'

const HEADINGS = [
  'Day',
  'Wrote',
  'Answered',
  'Closed',
  'First answer, median in seconds',
  'First answer, 90 % within seconds',
  'Waiting, median in seconds',
  'Waiting, 90 % within seconds',
]

export function chatStatsRoutes(route: Route, deps: StatsDeps): void {
  route(loadChatStats, ({ caller, query }) => loadStats(deps, caller, query))

  route(exportChatStats, async ({ caller, query, reply }) => {
    const { days } = await loadStats(deps, caller, query)
    const table = { name: 'chat-numbers', headings: HEADINGS, pages: pagesOf(days) }
    return exportTable(reply, 'csv', table)
  })
}

async function* pagesOf(days: ChatStats['days']) {
  yield days.map((day) => [
    day.day,
    String(day.come),
    String(day.answered),
    String(day.closed),
    secondsOf(day.firstMedian),
    secondsOf(day.firstP90),
    secondsOf(day.waitMedian),
    secondsOf(day.waitP90),
  ])
}

const secondsOf = (ms: number | null) => (ms === null ? '' : String(Math.round(ms / 1000)))
