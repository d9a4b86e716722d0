import type { Session } from '@kirim/contract/accounts'
import type { DeviceProblemCode } from '@kirim/contract/device-problems'
import type { Device } from '@kirim/contract/devices'
import { startSandboxNetwork } from '@kirim/sandbox-network/network'
import { until } from '@kirim/testing/until'
import { freshStore } from './engines.ts'
import type { HostileFrame } from './hostile-frames.ts'
import { linkOver, makeItem, messagesReceivedBy, switchOn } from './linked-number.ts'
import type { createMainProcesses } from './main-process.ts'
import { openBrowser, type TestBrowser } from './test-browser.ts'

const CONTACT = '60123450001'

export interface FuzzedNumber {
  readonly device: Device
  readonly session: Session
  readonly browser: TestBrowser
}

/** A server as `npm start` runs it, with numbers on a network that the test has send anything. */
export async function startFuzzedServer(
  { startServer }: Pick<ReturnType<typeof createMainProcesses>, 'startServer'>,
  count: number,
) {
  const store = await freshStore('SQLite')
  const network = await startSandboxNetwork({ dataDir: store.dataDir, onFault: () => {} })
  const server = await startServer({
    LOG_LEVEL: 'warn',
    LINK_LIMIT: '100000',
    WHATSAPP_NETWORK: 'live',
    WHATSAPP_URL: network.url,
    WHATSAPP_ROOT_KEY: network.rootKey,
  })
  const numbers: FuzzedNumber[] = []
  for (let n = 0; n < count; n++) {
    const body = { name: 'Ann', email: `ann${n}@example.com`, password: 'correct horse battery' }
    await server.call('POST', '/users/register', { body })
    const session = (await server.call('POST', '/users/login', { body })).body as Session
    const device = await linkOver(server, network, session)
    const fields = { name: 'Hours', keywords: 'hours', captionAi: 'Open until 9.' }
    await makeItem(server.call, session.token, device.id, fields)
    await switchOn(server.call, session.token, device.id)
    numbers.push({ device, session, browser: await openBrowser(server.url, session) })
  }

  const deviceOf = async ({ session }: FuzzedNumber) => {
    const { body } = await server.call('GET', '/whatsapp/devices', { token: session.token })
    return (body as Device[])[0]
  }
  const heard = ({ device }: FuzzedNumber) =>
    messagesReceivedBy(network, device.number, CONTACT).length

  return {
    server,
    network,
    numbers,
    /** Sends frames, in one go; those for which there is no connection are not counted. */
    send({ device }: FuzzedNumber, frames: readonly HostileFrame[]): void {
      for (const { bytes, how } of frames) network.sendBytes(device.number, bytes, how)
    },
    /** Waits until the number is connected; asks for it, as its owner would. */
    async back(number: FuzzedNumber): Promise<void> {
      await until('it is connected again', async () => {
        if ((await deviceOf(number))?.connectionStatus === 'connected') return true
        number.browser.socket.emit('whatsapp_reconnect_request', number.device.id)
        return false
      })
    },
    /** Waits until the number's owner is shown the problem. */
    async tells(number: FuzzedNumber, code: DeviceProblemCode): Promise<void> {
      await until(`${code} is told`, async () => (await deviceOf(number))?.problem?.code === code)
    },
    /** Asks the chatbot, and waits for its answer. */
    async answers(number: FuzzedNumber): Promise<void> {
      const before = heard(number)
      await network.sendAsContact(number.device.number, CONTACT, { text: 'hours' })
      await until('the chatbot has answered', () => heard(number) > before)
    },
    async stop(): Promise<void> {
      for (const { browser } of numbers) browser.close()
      await network.stop()
      store.remove()
    },
  }
}
