import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Session } from '@kirim/contract/accounts'
import type { LedgerPage } from '@kirim/contract/campaign-ledger'
import type { Device } from '@kirim/contract/devices'
import { type SandboxNetwork, startSandboxNetwork } from '@kirim/sandbox-network/network'
import type { SandboxOptions } from '@kirim/sandbox-network/types'
import type { Db } from '../apps/server/src/platform/database/database.ts'
import { linkBy } from '../apps/server/src/testing/test-browser.ts'

const PAGE = 100

/** A network that outlives the servers of a proof, and the environment that leads them to it. */
export async function startNetwork(
  log: string,
  options: Pick<SandboxOptions, 'clock' | 'receipts'>,
) {
  const folder = mkdtempSync(join(tmpdir(), 'kirim-network-'))
  const network = await startSandboxNetwork({
    dataDir: join(folder, 'network'),
    ...options,
    onFault: (error) => appendFileSync(log, `network: ${error.message}\n`),
  })
  const ca = join(folder, 'ca.pem')
  writeFileSync(ca, network.caCertificate)
  return {
    network,
    env: {
      LINK_LIMIT: '100000',
      WHATSAPP_NETWORK: 'live',
      WHATSAPP_URL: network.url,
      WHATSAPP_ROOT_KEY: network.rootKey,
      NODE_EXTRA_CA_CERTS: ca,
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** An account with its numbers, and its calls of the server. */
export interface Tenant {
  readonly name: string
  readonly session: Session
  readonly devices: readonly Device[]
  call<T>(...call: Call): Promise<T>
}

export type Call = [method: string, path: string, body?: object | FormData]

interface Server {
  readonly url: string
  readonly network: SandboxNetwork
  readonly store: Db
  ask<T>(token: string, ...call: Call): Promise<T>
}

/** Registers an account on the largest plan and links numbers to it. */
export async function newTenant(
  { url, network, store, ask }: Server,
  place: number,
  numbers: number,
): Promise<Tenant> {
  const name = `tenant ${place}`
  const account = { email: `tenant${place}@example.com`, password: 'a long password' }
  await ask('', 'POST', '/users/register', { name, ...account })
  const session = await ask<Session>('', 'POST', '/users/login', account)
  await store
    .updateTable('workspaces')
    .set({ membership_plan: 'Pro' })
    .where('id', '=', session._id)
    .execute()
  const call: Tenant['call'] = (...call) => ask(session.token, ...call)
  const asApp = async (method: string, path: string) => ({
    status: 200,
    headers: new Headers(),
    body: await call<unknown>(method, path),
  })
  const devices: Device[] = []
  for (let n = 0; n < numbers; n++) {
    const device = await linkBy({ url, call: asApp }, session, async (code) => {
      const number = `60111${place}555${n}1`
      network.createPhone({ owner: name, name: `Kedai ${n + 1}`, number })
      await network.scan(code, number)
      return number
    })
    devices.push(device)
  }
  return { name, session, devices, call }
}

/** Calls a server; throws unless it succeeds. */
export async function askServer<T>(
  url: string,
  token: string,
  ...[method, path, body]: Call
): Promise<T> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return (text ? JSON.parse(text) : null) as T
}

/** Everybody in the ledger of a campaign, by phone number. */
export async function ledgerOf({ call }: Pick<Tenant, 'call'>, campaignId: string) {
  const people = new Map<string, LedgerPage['items'][number]>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ limit: String(PAGE), ...(cursor && { cursor }) })
    const page: LedgerPage = await call('GET', `/ledger/${campaignId}/people?${query}`)
    for (const person of page.items) people.set(person.phoneNumber, person)
    cursor = page.next
  }
  return people
}
