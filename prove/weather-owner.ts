import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import type { Device } from '@kirim/contract/devices'
import type { CampaignHalted } from '@kirim/contract/realtime'
import { openBrowser, type TestBrowser } from '../apps/server/src/testing/test-browser.ts'
import type { Tenant } from './tenants.ts'
import type { Sky } from './weather-sky.ts'
import type { WeatherWorld } from './weather-world.ts'

/** How often an owner follows the advice in the list of numbers. */
const LOOK_MS = 2000
/** Owners use their phones, which distinguishes a silent connection from a quiet one. */
const USE_MS = 20_000

export interface Owners {
  /** Counts of the owners' actions. */
  readonly counts: ReadonlyMap<string, number>
  /** The codes of the problems shown for numbers. */
  readonly problems: ReadonlySet<string>
  stop(): void
}

/**
 * Plays the owners: reconnects stopped numbers, links unlinked ones again and resumes campaigns
 * that failures paused.
 */
export async function startOwners(world: WeatherWorld, sky: Sky): Promise<Owners> {
  const counts = new Map<string, number>()
  const problems = new Set<string>()
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
  const browsers: TestBrowser[] = []
  let isOver = false

  async function look(tenant: Tenant, browser: TestBrowser): Promise<void> {
    const devices = await tenant.call<Device[]>('GET', '/whatsapp/devices')
    for (const { number, problem } of devices) {
      if (problem) problems.add(problem.code)
      sky.rests(number, problem?.code === 'resting')
    }
    for (const { id, connectionStatus } of devices) {
      if (connectionStatus !== 'disconnected') continue
      count('reconnected by their owners')
      browser.socket.emit('whatsapp_reconnect_request', id)
    }
    const unlinked = devices.find(({ connectionStatus }) => connectionStatus === 'logged_out')
    if (unlinked) await scanAgain(world, tenant, browser, unlinked.number)
  }

  async function scanAgain(
    { network }: WeatherWorld,
    { session }: Tenant,
    { socket, next }: TestBrowser,
    number: string,
  ): Promise<void> {
    const code = next<string>('whatsapp_qr')
    socket.emit('whatsapp_connect_request', session._id)
    await network.scan(await code, number)
    count('scanned again')
  }

  async function resume({ call, devices }: Tenant, campaignId: string): Promise<void> {
    const { deviceNumber } = await call<CampaignReport>('GET', `/ledger/${campaignId}`)
    const device = devices.find(({ number }) => number === deviceNumber)
    await call('POST', `/campaigns/${device?.id}/${campaignId}/resume`)
    count('campaigns resumed after failures')
  }

  async function watch(tenant: Tenant): Promise<void> {
    const browser = await openBrowser(world.url, tenant.session)
    browsers.push(browser)
    // A campaign that cannot be resumed shows as stuck.
    browser.socket.on('campaign_halted', ({ id }: CampaignHalted) => {
      void resume(tenant, id).catch(() => {})
    })
    while (!isOver) {
      // A code may be refused in this weather; the next look tries again.
      await look(tenant, browser).catch(() => {})
      await new Promise((next) => setTimeout(next, LOOK_MS))
    }
  }

  const phones = world.tenants.flatMap(({ devices }) => devices.map(({ number }) => number))
  const use = setInterval(() => phones.forEach(world.network.useOnPhone), USE_MS)
  for (const tenant of world.tenants) void watch(tenant)
  return {
    counts,
    problems,
    stop() {
      isOver = true
      clearInterval(use)
      for (const browser of browsers) browser.close()
    },
  }
}
