import { type AppInfo, appInfo, health, liveness } from '@kirim/contract/system'
import { DomainError } from '../../platform/errors.ts'
import type { Route } from '../../platform/http/routes.ts'

export function systemRoutes(
  route: Route,
  info: AppInfo,
  state: {
    readonly databaseAnswers: () => Promise<boolean>
    readonly storageIsFull: () => boolean
  },
): void {
  route(appInfo, async () => info)
  route(health, async () => {
    if (!(await state.databaseAnswers())) throw new DomainError('database_unavailable')
    if (state.storageIsFull()) throw new DomainError('storage_full')
    return { status: 'ok' as const }
  })
  route(liveness, async () => ({ status: 'ok' as const }))
}
