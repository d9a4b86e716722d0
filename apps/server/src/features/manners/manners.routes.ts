import { deviceManners, setDeviceManners } from '@kirim/contract/device-manners'
import type { Route } from '../../platform/http/routes.ts'
import type { MannersRepository } from './manners.repository.ts'

export interface MannersRoutesDeps {
  readonly manners: MannersRepository
  /** Throws `device_not_found`. */
  requireDevice(userId: string, deviceId: string): Promise<unknown>
}

export function mannersRoutes(route: Route, { manners, requireDevice }: MannersRoutesDeps): void {
  route(deviceManners, async ({ caller, params }) => {
    await requireDevice(caller.userId, params.id)
    return manners.of(params.id)
  })

  route(setDeviceManners, async ({ caller, params, body }) => {
    await requireDevice(caller.userId, params.id)
    await manners.save(params.id, body)
    return body
  })
}
