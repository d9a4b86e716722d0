import type { CampaignReport, LedgerPage } from '@kirim/contract/campaign-ledger'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import type { MessageStatus } from '@kirim/sandbox-network/types'
import { seedGroup } from '../apps/server/src/testing/seed-group.ts'
import { campaignForm } from '../apps/server/src/testing/test-browser.ts'
import type { Case } from './judge.ts'
import { ledgerOf } from './tenants.ts'
import type { World } from './world.ts'

export interface Person {
  readonly number: string
  readonly isOnNetwork: boolean
  /** The numbers whose message they answered, by id. */
  readonly answered: Set<string>
  /** The message by which they opted out, and the number they wrote it to. */
  stop: { readonly messageId: string; readonly device: Device } | null
}

/** One group, and a campaign to it from every number at the same time. */
export interface Round {
  readonly people: readonly Person[]
  readonly campaigns: readonly Campaign[]
}

export interface Campaign {
  readonly id: string
  readonly device: Device
  readonly text: string
}

const PEOPLE = 100
/** People of each round who are not on the network. */
const ABSENT = 4
const NEVER_READ = 8

export async function startRound(world: World, n: number): Promise<Round> {
  const { network, session, devices } = world
  const people: Person[] = Array.from({ length: PEOPLE }, (_, index) => ({
    number: `6012${3_000_001 + n * PEOPLE * 10 + index}`,
    isOnNetwork: index >= ABSENT,
    answered: new Set(),
    stop: null,
  }))
  const [phone] = devices
  if (!phone) throw new Error('No number is linked.')
  for (const [index, { number, isOnNetwork }] of people.entries()) {
    if (!isOnNetwork) network.setUnregistered(phone.number, number, true)
    else if (index < ABSENT + NEVER_READ) network.setContactReads(phone.number, number, false)
  }
  const db = world.openStore()
  const numbers = people.map(({ number }) => number)
  const contactGroupId = await seedGroup(db, session._id, `Round ${n}`, numbers)
  await db.destroy()
  const campaigns: Campaign[] = []
  for (const [index, device] of devices.entries()) {
    const text = `Round ${n} from ${index}:`
    const form = campaignForm({
      campaignName: text,
      caption: `${text} {Hello|Salam} [name]`,
      contactGroupId,
    })
    const { id } = await world.call<BulkCampaign>('POST', `/campaigns/${device.id}`, form)
    campaigns.push({ id, device, text })
  }
  return { people, campaigns }
}

/** The number of messages that a round sends. */
export const sizeOf = ({ people, campaigns }: Round): number => people.length * campaigns.length

export async function isOver(world: World, { campaigns }: Round): Promise<boolean> {
  for (const { id } of campaigns) {
    const { status } = await world.call<CampaignReport>('GET', `/ledger/${id}`)
    if (status !== 'completed') return false
  }
  return true
}

/** Every person of every campaign, as seen by the network and by the ledger. */
export async function casesOf(world: World, { campaigns, people }: Round): Promise<Case[]> {
  const cases: Case[] = []
  for (const campaign of campaigns) {
    const ledger = await ledgerOf(world, campaign.id)
    for (const person of people) {
      cases.push(caseOf(world, campaign, person, ledger.get(person.number)))
    }
  }
  return cases
}

function caseOf(
  { network, witness }: World,
  campaign: Campaign,
  { number, isOnNetwork, answered, stop }: Person,
  entry: LedgerPage['items'][number] | undefined,
): Case {
  const { device, text } = campaign
  const isMeant = (body: string) => body.startsWith(text)
  // An answer proves that the opt-out was stored, too: the confirmation is lost when the server is
  // killed before sending it.
  const storedAt = stop
    ? Math.min(witness.confirmedAt(stop.messageId), ...witness.arrivals(number, isAnswer))
    : Number.POSITIVE_INFINITY
  return {
    who: `${text} ${number}`,
    arrived: statesAtNetwork(network, campaign, number),
    ledger: entry
      ? {
          state: entry.state,
          sentence: entry.sentence.code,
          hasAnswered: entry.answeredAt !== null,
        }
      : null,
    isOnNetwork,
    hasAnswered: answered.has(device.id),
    hasOptedOut: stop !== null,
    wasWrittenToAfter: witness.arrivals(number, isMeant).some((at) => at > storedAt),
  }
}

/** The states of the campaign's messages in a person's chat, each message once. */
export const statesAtNetwork = (
  network: World['network'],
  { device, text }: Campaign,
  number: string,
): MessageStatus[] =>
  network
    .messages(device.number, number, { limit: 1000 })
    .filter((message) => message.direction === 'to-contact' && message.text.startsWith(text))
    .map(({ status }) => status)

const isAnswer = (text: string) => !text.startsWith('Round ')

/** The people who opted out and were not answered exactly once, by the number they wrote to. */
export async function wronglyAnswered(world: World, rounds: readonly Round[]): Promise<string[]> {
  const { network, devices } = world
  const answersFrom = (device: Device, number: string) =>
    network
      .messages(device.number, number, { limit: 1000 })
      .filter(({ direction, text }) => direction === 'to-contact' && isAnswer(text)).length
  const wrong = rounds
    .flatMap(({ people }) => people)
    .filter(({ number, stop }) =>
      devices.some(
        (device) => answersFrom(device, number) !== (stop?.device.id === device.id ? 1 : 0),
      ),
    )
  return Promise.all(
    wrong.map(async ({ number, stop }) => {
      const counts = devices.map((device) => answersFrom(device, number)).join(', ')
      const place = stop ? devices.findIndex(({ id }) => id === stop.device.id) + 1 : 'none'
      const details = stop ? await describeAnswer(world, stop.messageId) : ''
      return `${number}: ${counts} by number; they wrote to number ${place}; ${details}`
    }),
  )
}

/** Describes what the server has recorded about the answer to a message. */
async function describeAnswer({ witness, openStore }: World, messageId: string): Promise<string> {
  const confirmation = Number.isFinite(witness.confirmedAt(messageId))
    ? 'confirmed'
    : 'not confirmed'
  const db = openStore()
  const answer = await db
    .selectFrom('outgoing')
    .select(['state', 'reason', 'attempts', 'may_have_left'])
    .where('origin', '=', 'opt_out')
    .where('origin_id', '=', messageId)
    .executeTakeFirst()
  await db.destroy()
  return `${confirmation}, its answer ${answer ? JSON.stringify(answer) : 'was not written'}`
}
