import { type AppInfo, appInfo, health } from '@kirim/contract/system'
import type { Route } from '../../platform/http/routes.ts'

export function systemRoutes(route: Route, info: AppInfo): void {
  route(appInfo, async () => info)
  route(health, async () => ({ status: 'ok' as const }))
}
