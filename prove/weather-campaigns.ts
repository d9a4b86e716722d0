import type { CampaignReport, LedgerPage } from '@kirim/contract/campaign-ledger'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import { seedGroup } from '../apps/server/src/testing/seed-group.ts'
import { campaignForm, pngFile } from '../apps/server/src/testing/test-browser.ts'
import { ledgerOf, type Tenant } from './tenants.ts'
import type { WeatherCase } from './weather-judge.ts'
import type { Sky } from './weather-sky.ts'
import type { WeatherWorld } from './weather-world.ts'

/** A recipient of one campaign. */
interface Person {
  readonly number: string
  readonly isOnNetwork: boolean
}

/** A campaign to a group of its own. */
export interface SentCampaign {
  readonly id: string
  readonly tenant: Tenant
  /** The beginning of all its variants. */
  readonly text: string
  readonly people: readonly Person[]
  readonly hasFile: boolean
  readonly beganAt: number
  isOver: boolean
}

const PEOPLE = 25
/** People of each group who are not on the network. */
const ABSENT = 1
const NEVER_READ = 2

/** New people, on the network or not. */
function newPeople({ network }: WeatherWorld, tenant: Tenant, place: number, n: number): Person[] {
  const [phone] = tenant.devices
  if (!phone) throw new Error('No number is linked.')
  return Array.from({ length: PEOPLE }, (_, index) => {
    // The last digit: numbers that end in 0000 are not on the sandbox network.
    const number = `601${place + 2}${String(n * PEOPLE + index).padStart(6, '0')}7`
    if (index < ABSENT) network.setUnregistered(phone.number, number, true)
    else if (index < ABSENT + NEVER_READ) network.setContactReads(phone.number, number, false)
    return { number, isOnNetwork: index >= ABSENT }
  })
}

/**
 * Starts three campaigns per tenant: text with variants, a file with a caption, and text from all
 * numbers in turn.
 */
export async function startRound(world: WeatherWorld, round: number): Promise<SentCampaign[]> {
  const started: SentCampaign[] = []
  for (const [place, tenant] of world.tenants.entries()) {
    const [first, ...others] = tenant.devices
    const second = others[0] ?? first
    if (!first || !second) throw new Error('No number is linked.')
    const [from, beside] = round % 2 === 0 ? [first, second] : [second, first]
    const kinds = [
      { name: 'words', deviceId: from.id, fields: {} },
      { name: 'file', deviceId: beside.id, fields: { mediaFile: pngFile(`${round}.png`) } },
      {
        name: 'rotation',
        deviceId: from.id,
        fields: { alsoFrom: tenant.devices.filter(({ id }) => id !== from.id).map(({ id }) => id) },
      },
    ]
    for (const [kind, { name, deviceId, fields }] of kinds.entries()) {
      const text = `Round ${round} ${name} of ${tenant.name}:`
      const people = newPeople(world, tenant, place, round * kinds.length + kind)
      const contactGroupId = await seedGroup(
        world.store,
        tenant.session._id,
        text,
        people.map(({ number }) => number),
      )
      const form = campaignForm({
        campaignName: text,
        caption: `${text} {Hello|Salam} [name]`,
        variants: JSON.stringify([{ caption: `${text} Hai` }, { caption: `${text} Apa khabar` }]),
        contactGroupId,
        maxIntervalSeconds: '8',
        ...fields,
      })
      const { id } = await tenant.call<BulkCampaign>('POST', `/campaigns/${deviceId}`, form)
      const beganAt = world.now()
      const hasFile = name === 'file'
      started.push({ id, tenant, text, people, hasFile, beganAt, isOver: false })
    }
  }
  return started
}

/** Whether all campaigns have ended. */
export async function areOver(campaigns: readonly SentCampaign[]): Promise<boolean> {
  for (const campaign of campaigns) {
    if (campaign.isOver) continue
    const { status } = await reportOf(campaign)
    campaign.isOver = status === 'completed'
    if (!campaign.isOver) return false
  }
  return true
}

export const reportOf = ({ tenant, id }: SentCampaign): Promise<CampaignReport> =>
  tenant.call('GET', `/ledger/${id}`)

/** The people held back by a limit of new chats at the moment, by campaign and number. */
export async function heldNow({ store }: WeatherWorld): Promise<string[]> {
  const rows = await store
    .selectFrom('recipients')
    .select(['campaign_id', 'phone_number'])
    .where('state', '=', 'held')
    .execute()
  return rows.map((row) => personKey(row.campaign_id, row.phone_number))
}

export const personKey = (campaignId: string, number: string): string => `${campaignId} ${number}`

/** Every person of a campaign, as seen by their phone and by the ledger. */
export async function casesOf(
  world: WeatherWorld,
  sky: Sky,
  campaign: SentCampaign,
): Promise<Omit<WeatherCase, 'wasHeld'>[]> {
  const { tenant, text, people, hasFile, beganAt } = campaign
  const ledger = await ledgerOf(tenant, campaign.id)
  const hadSlowMedia =
    hasFile && tenant.devices.some(({ number }) => sky.wasIn(number, ['slow_media'], beganAt))
  const wasUnlinked = tenant.devices.some(({ number }) => sky.wasUnlinkedSince(number, beganAt))
  const wereCopiesRequested = tenant.devices.some(({ number }) =>
    sky.wasIn(number, ['receipts'], beganAt),
  )
  return people.map(({ number, isOnNetwork }) => ({
    key: personKey(campaign.id, number),
    who: `${text} ${number}`,
    arrived: tenant.devices.flatMap((device) =>
      world.network
        .messages(device.number, number, { limit: 1000 })
        .filter((message) => message.direction === 'to-contact' && message.text.startsWith(text))
        .map(({ status }) => status),
    ),
    ledger: entryOf(ledger.get(number)),
    isOnNetwork,
    hadSlowMedia,
    wasUnlinked,
    wereCopiesRequested,
  }))
}

function entryOf(person: LedgerPage['items'][number] | undefined): WeatherCase['ledger'] {
  if (!person) return null
  const { state, sentence } = person
  return { state, sentence: [sentence.code, sentence.params.code].filter(Boolean).join(' ') }
}
