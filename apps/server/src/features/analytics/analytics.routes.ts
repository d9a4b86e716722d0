import { overallSummary } from '@kirim/contract/analytics'
import type { Route } from '../../platform/http/routes.ts'

/** Where the numbers come from: totals that are updated with every change of a message. */
export interface AnalyticsSources {
  totalsOf(userId: string): Promise<{ total: number; sent: number; failed: number }>
}

export function analyticsRoutes(route: Route, { totalsOf }: AnalyticsSources): void {
  route(overallSummary, async ({ caller }) => {
    const { total, sent, failed } = await totalsOf(caller.userId)
    return { totalMessages: total, sentMessages: sent, failedMessages: failed }
  })
}
