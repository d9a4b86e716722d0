import {
  type DeviceProxy,
  deviceProxy,
  type ProxyForm,
  proxyPolicy,
  removeDeviceProxy,
  setDeviceProxy,
  setProxyPolicy,
  testDeviceProxy,
} from '@kirim/contract/device-proxy'
import { reasonParams } from '@kirim/contract/reason-texts'
import type { Caller } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { Route } from '../../../platform/http/routes.ts'
import type { Limits } from '../../../platform/limits/limits.ts'
import type { SessionLimit } from '../connection/request-limits.ts'
import { UnreadableCredentials } from '../devices.ports.ts'
import type { DeviceProxiesRepository } from './device-proxies.repository.ts'
import type { ProxyAccess, ServerSettings, TestProxy } from './proxy.ports.ts'

interface DeviceProxyDeps {
  readonly proxies: DeviceProxiesRepository
  readonly settings: ServerSettings
  readonly testProxy: TestProxy
  readonly devices: {
    /** Throws `device_not_found`. */
    require(workspaceId: string, deviceId: string): Promise<void>
    proxyChanged(deviceId: string): Promise<void>
  }
  /** Whether the proxies of a workspace may have private addresses. */
  reachesPrivate(workspaceId: string): Promise<boolean>
  readonly limits: Limits
  readonly sessionLimit: SessionLimit
  readonly clock: Clock
}

const POLICY = 'members_may_set_proxies'
const MAX_TESTS_PER_MINUTE = 10

/** The proxy of a number. */
export function deviceProxyRoutes(route: Route, deps: DeviceProxyDeps): void {
  const { proxies, settings, devices, clock } = deps
  // Each test calls an address that the user chose.
  const tests = deps.limits.requests('tests of a proxy', MAX_TESTS_PER_MINUTE, 60_000)
  const admitTest = ({ caller }: { caller: Caller }) => tests.admit(caller.workspaceId)

  /** Off until an admin allows it. */
  const membersMay = async () => (await settings.read(POLICY)) === 'yes'
  const maySet = async ({ isAdmin }: Caller) => isAdmin || (await membersMay())

  async function show(caller: Caller, id: string): Promise<DeviceProxy> {
    return { proxy: await proxies.find(id), mayChange: await maySet(caller) }
  }

  /** How long it took. Throws `proxies_not_allowed`, `proxy_test_failed`, or a refused session. */
  async function testProxy(caller: Caller, id: string, form: ProxyForm) {
    await devices.require(caller.workspaceId, id)
    if (!(await maySet(caller))) throw new DomainError('proxies_not_allowed')
    const access = await accessOf(caller, id, form)
    await deps.sessionLimit.admit(caller.workspaceId)
    const test = await deps.testProxy(access)
    if (test.kind === 'fails') {
      throw new DomainError('proxy_test_failed', reasonParams(test.reason))
    }
    return { access, latencyMs: test.latencyMs }
  }

  /** A stored password is only used for the proxy and the user name it was entered for. */
  async function accessOf(caller: Caller, id: string, form: ProxyForm): Promise<ProxyAccess> {
    const reachesPrivate = await deps.reachesPrivate(caller.workspaceId)
    const access = { ...form, reachesPrivate }
    if (form.password !== undefined) return { ...access, password: form.password }
    const stored = await proxies.findAccess(id).catch((error: unknown) => {
      if (error instanceof UnreadableCredentials) return null
      throw error
    })
    const isSame =
      stored?.scheme === form.scheme &&
      stored.host === form.host &&
      stored.port === form.port &&
      stored.username === form.username
    return { ...access, password: isSame ? stored.password : null }
  }

  route(deviceProxy, async ({ caller, params }) => {
    await devices.require(caller.workspaceId, params.id)
    return show(caller, params.id)
  })

  route(
    testDeviceProxy,
    async ({ caller, params, body }) => {
      const { latencyMs } = await testProxy(caller, params.id, body)
      return { latencyMs }
    },
    { limit: admitTest },
  )

  route(
    setDeviceProxy,
    async ({ caller, params, body }) => {
      const { access, latencyMs } = await testProxy(caller, params.id, body)
      const isKept = await proxies.save(params.id, access, { at: clock.now(), latencyMs })
      if (!isKept) throw new DomainError('device_not_found')
      await devices.proxyChanged(params.id)
      return show(caller, params.id)
    },
    { limit: admitTest },
  )

  route(removeDeviceProxy, async ({ caller, params }) => {
    await devices.require(caller.workspaceId, params.id)
    if (await proxies.remove(params.id)) await devices.proxyChanged(params.id)
    return undefined
  })

  route(proxyPolicy, async () => ({ membersMay: await membersMay() }))

  route(setProxyPolicy, async ({ body }) => {
    await settings.write(POLICY, body.membersMay ? 'yes' : 'no')
    return body
  })
}
