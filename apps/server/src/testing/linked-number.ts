import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Session } from '@kirim/contract/accounts'
import type { ChatbotItem } from '@kirim/contract/chatbots'
import type { Device } from '@kirim/contract/devices'
import { type SandboxNetwork, startSandboxNetwork } from '@kirim/sandbox-network/network'
import { type Engine, freshStore } from './engines.ts'
import { type Caller, startTestApp, type TestApp, type TestClock } from './test-app.ts'
import { type Linkable, linkBy } from './test-browser.ts'

/** A server with one linked number, on a network controlled by the test. */
export interface LinkedNumber {
  readonly app: TestApp
  readonly network: SandboxNetwork
  readonly session: Session
  readonly device: Device
  /** The messages that the contact got from the number, oldest first. */
  heard(contact: string): string[]
  stop(): Promise<void>
}

export async function startLinkedNumber(
  engine: Engine,
  {
    sharesClock = false,
    portFor = async (port) => port,
    ...options
  }: {
    clock?: TestClock
    env?: Record<string, string>
    /** Whether the network has the same time: otherwise it has that of the system. */
    sharesClock?: boolean
    /** How the server reaches the port of the network. */
    portFor?: (port: number) => Promise<number>
  } = {},
): Promise<LinkedNumber> {
  const { clock } = options
  const store = await freshStore('SQLite')
  const network = await startSandboxNetwork({
    dataDir: store.dataDir,
    ...(sharesClock &&
      clock && {
        clock: { now: clock.now, after: (ms, run) => ({ cancel: clock.after(ms, run) }) },
      }),
    receipts: { deliveredMs: 5, readMs: 10 },
  })
  // Uploads use HTTPS with the network's own certificate.
  setDefaultCACertificates([...getCACertificates('default'), network.caCertificate])
  const url = new URL(network.url)
  url.port = String(await portFor(Number(url.port)))
  const app = await startTestApp(engine, {
    ...options,
    env: {
      WHATSAPP_NETWORK: 'live',
      WHATSAPP_URL: url.href,
      WHATSAPP_ROOT_KEY: network.rootKey,
      ...options.env,
    },
  })
  const session = await app.newUser('Siti')
  const device = await linkOver(app, network, session)
  return {
    app,
    network,
    session,
    device,
    heard: (contact) => messagesReceivedBy(network, device.number, contact),
    async stop() {
      await app.stop()
      await network.stop()
      store.remove()
    },
  }
}

export function messagesReceivedBy(
  network: SandboxNetwork,
  phone: string,
  contact: string,
): string[] {
  return network
    .messages(phone, contact, { limit: 1000 })
    .filter(({ direction }) => direction === 'to-contact')
    .map(({ text }) => text)
}

/** Links a new phone of the network. */
export function linkOver(
  app: Linkable,
  network: SandboxNetwork,
  session: Session,
  prepare: (phone: string) => unknown = () => {},
): Promise<Device> {
  return linkBy(app, session, async (code) => {
    const { number } = network.createPhone({ owner: 'test', name: 'Kedai Siti' })
    await prepare(number)
    await network.scan(code, number)
    return number
  })
}

/** Creates a chatbot item as the form does. */
export async function makeItem(
  call: Caller,
  token: string,
  deviceId: string,
  fields: Record<string, string | File>,
): Promise<ChatbotItem> {
  const form = new FormData()
  const defaults = { campaignType: 'ai_chatbot', status: 'enable', captionAi: 'x' }
  for (const [name, value] of Object.entries({ ...defaults, ...fields })) form.set(name, value)
  const answer = await call('POST', `/ai-chatbot/${deviceId}/campaigns`, { token, body: form })
  if (answer.status !== 201) throw new Error(`The item was refused: ${JSON.stringify(answer.body)}`)
  return answer.body as ChatbotItem
}

/** Switches the number's chatbot on. */
export async function switchOn(call: Caller, token: string, deviceId: string): Promise<void> {
  const path = `/ai-chatbot/devices/${deviceId}/status`
  const answer = await call('PUT', path, { token, body: { isEnabled: true } })
  if (answer.status !== 200) throw new Error(`Refused: ${JSON.stringify(answer.body)}`)
}
