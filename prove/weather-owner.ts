import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import type { Device } from '@kirim/contract/devices'
import type { CampaignHalted } from '@kirim/contract/realtime'
import { openBrowser, type TestBrowser } from '../apps/server/src/testing/test-browser.ts'
import type { Tenant } from './tenants.ts'
import type { Sky } from './weather-sky.ts'
import type { WeatherWorld } from './weather-world.ts'

/** An owner looks at the list of numbers so often, and does what it says. */
const LOOK_MS = 2000
/** Owners use their phones: otherwise nobody could tell a silent connection from a silent day. */
const USE_MS = 20_000

export interface Owners {
  /** How often each thing was done. */
  readonly told: ReadonlyMap<string, number>
  /** What the lists of numbers have said, by code. */
  readonly problems: ReadonlySet<string>
  stop(): void
}

/**
 * What Kirim cannot do by itself is its owner's: numbers that stopped are asked to reconnect,
 * those that were unlinked on their phones are scanned again, and campaigns that a run of failures
 * paused are resumed.
 */
export async function startOwners(world: WeatherWorld, sky: Sky): Promise<Owners> {
  const told = new Map<string, number>()
  const problems = new Set<string>()
  const count = (what: string) => told.set(what, (told.get(what) ?? 0) + 1)
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
    // One that cannot be resumed is found to be stuck.
    browser.socket.on('campaign_halted', ({ id }: CampaignHalted) => {
      void resume(tenant, id).catch(() => {})
    })
    while (!isOver) {
      // A code may be refused in this weather: they try again.
      await look(tenant, browser).catch(() => {})
      await new Promise((next) => setTimeout(next, LOOK_MS))
    }
  }

  const phones = world.tenants.flatMap(({ devices }) => devices.map(({ number }) => number))
  const use = setInterval(() => phones.forEach(world.network.useOnPhone), USE_MS)
  for (const tenant of world.tenants) void watch(tenant)
  return {
    told,
    problems,
    stop() {
      isOver = true
      clearInterval(use)
      for (const browser of browsers) browser.close()
    },
  }
}
