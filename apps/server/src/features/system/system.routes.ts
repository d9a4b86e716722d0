import { type AppInfo, appInfo, health, liveness } from '@kirim/contract/system'
import { DomainError } from '../../platform/errors.ts'
import type { Route } from '../../platform/http/routes.ts'

export function systemRoutes(
  route: Route,
  info: AppInfo,
  databaseAnswers: () => Promise<boolean>,
): void {
  route(appInfo, async () => info)
  route(health, async () => {
    if (!(await databaseAnswers())) throw new DomainError('database_unavailable')
    return { status: 'ok' as const }
  })
  route(liveness, async () => ({ status: 'ok' as const }))
}
