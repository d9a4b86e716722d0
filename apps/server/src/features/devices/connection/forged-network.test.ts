import { randomBytes } from 'node:crypto'
import type { Session } from '@kirim/contract/accounts'
import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import { errorText } from '@kirim/contract/errors'
import { createFastClock } from '@kirim/testing/fast-clock'
import { until } from '@kirim/testing/until'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type LinkedNumber,
  messagesReceivedBy,
  startLinkedNumber,
} from '../../../testing/linked-number.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { campaignForm, makeGroup, openBrowser } from '../../../testing/test-browser.ts'

const NOT_GENUINE = errorText('network_not_genuine', {})
const LINK_FORGED = errorText('link_forged', {})

/**
 * Requests a QR code as a browser does; returns the first answer, a code or a refusal. In real
 * time, in which no network answers so late that this is why.
 */
const askForCode = (
  app: TestApp,
  session: Session,
  onCode: (code: string) => void = () => {},
): Promise<unknown[]> => app.inRealTime(() => refusalOf(app.url, session, onCode))

async function refusalOf(
  url: string,
  session: Session,
  onCode: (code: string) => void,
): Promise<unknown[]> {
  const browser = await openBrowser(url, session)
  const refused = new Promise<unknown[]>((resolve) =>
    browser.socket.once('error_message', (...args: unknown[]) => resolve(args)),
  )
  browser.socket.once('whatsapp_qr', onCode)
  browser.socket.emit('whatsapp_connect_request', session._id)
  const args = await refused
  browser.close()
  return args
}

describe('a forged network', () => {
  let number: LinkedNumber
  beforeAll(async () => {
    number = await startLinkedNumber('SQLite', { clock: createFastClock(20) })
  })
  afterAll(() => number.stop())
  afterEach(() => {
    const { forgeries } = number.network
    forgeries.certificate = undefined
    forgeries.accounts.clear()
    forgeries.prekeys.clear()
  })

  const devices = async (session: Session) =>
    (await number.app.call('GET', '/whatsapp/devices', { token: session.token })).body as Device[]

  test('with an untrusted root key shows no code, and the reason', async () => {
    const app = await startTestApp('SQLite', {
      env: {
        WHATSAPP_NETWORK: 'live',
        WHATSAPP_URL: number.network.url,
        WHATSAPP_ROOT_KEY: randomBytes(32).toString('hex'),
      },
    })
    const codes: string[] = []
    const session = await app.newUser()
    const refusal = await askForCode(app, session, (code) => codes.push(code))
    expect(refusal).toMatchObject([NOT_GENUINE, { code: 'network_not_genuine' }])
    expect(codes).toEqual([])
    await app.stop()
  })

  test.each(['root', 'intermediate', 'leaf', 'replayed'] as const)(
    'with a forged certificate (%s) shows no code, and the reason',
    async (how) => {
      number.network.forgeries.certificate = how
      const codes: string[] = []
      const session = await number.app.newUser()
      const refusal = await askForCode(number.app, session, (code) => codes.push(code))
      expect(refusal).toMatchObject([NOT_GENUINE, { code: 'network_not_genuine' }])
      expect(codes).toEqual([])
    },
  )

  test('with a forged account signature links nothing, and shows the reason', async () => {
    const phone = number.network.createPhone({ owner: 'test', name: 'Devi' })
    number.network.forgeries.accounts.add(phone.number)
    const session = await number.app.newUser()
    let scan: Promise<unknown> = Promise.resolve()
    const refusal = await askForCode(number.app, session, (code) => {
      scan = number.network.scan(code, phone.number).catch((error: unknown) => error)
    })
    expect(refusal).toMatchObject([LINK_FORGED, { code: 'link_forged' }])
    expect(await scan).toMatchObject({ code: 'pairing_failed' })
    expect(await devices(session)).toEqual([])
    expect(number.network.findPhone(phone.number)).toMatchObject({ linked: 0 })
  })

  test('with a forged certificate keeps a device linked, waits, and shows the reason', async () => {
    const { app, network, session, device } = number
    network.forgeries.certificate = 'replayed'
    const ours = async () => (await devices(session)).find(({ id }) => id === device.id)
    // Otherwise it might say that the network did not answer in time.
    await app.inRealTime(async () => {
      network.drop(device.number)
      await until('it says why', async () => (await ours())?.problem)
      expect(await ours()).toMatchObject({
        connected: false,
        connectionStatus: 'connecting',
        problem: { code: 'network_not_genuine', message: NOT_GENUINE },
      })
    })
    network.forgeries.certificate = undefined
    const browser = await openBrowser(app.url, session)
    const connected = browser.next('whatsapp_status', (status) => status === 'connected')
    browser.socket.emit('whatsapp_reconnect_request', device.id)
    await connected
    browser.close()
    expect(await ours()).toMatchObject({ connected: true, problem: null })
  })

  test('with a forged key of one contact gets no message to them, and the others get theirs', async () => {
    const { app, network, session, device } = number
    const [forged, genuine] = ['60123456701', '60123456702'] as const
    network.forgeries.prekeys.add(forged)
    const groupId = await makeGroup(app, session, 'Pelanggan', [
      { name: 'Aisyah', phoneNumber: forged },
      { name: 'Bala', phoneNumber: genuine },
    ])
    const send = async (caption: string) => {
      const { body } = await app.call('POST', `/campaigns/${device.id}`, {
        token: session.token,
        body: campaignForm({ campaignName: caption, caption, contactGroupId: groupId }),
      })
      return body as BulkCampaign
    }
    const summary = async (id: string) => {
      const path = '/analytics/dashboard/bulk-campaign-summary'
      const { body } = await app.call('GET', path, { token: session.token })
      return (body as BulkCampaignSummary[]).find((item) => item.id === id)
    }
    const browser = await openBrowser(app.url, session)
    const told = new Promise<unknown[]>((resolve) =>
      browser.socket.once('error_message', (...args: unknown[]) => resolve(args)),
    )
    const first = await send('First')
    await until('it is over', async () => (await summary(first.id))?.status === 'completed')
    await until('Bala has it', async () => (await summary(first.id))?.sent === 1)
    expect(await summary(first.id)).toMatchObject({ total: 2, failed: 1 })
    const ledger = await app.call('GET', `/ledger/${first.id}/people?state=failed`, {
      token: session.token,
    })
    expect(ledger.body).toMatchObject({ items: [{ sentence: { code: 'refused_key_forged' } }] })
    expect(await told).toMatchObject([
      errorText('contact_key_forged', {}),
      { code: 'contact_key_forged' },
    ])
    browser.close()
    expect(messagesReceivedBy(network, device.number, forged)).toEqual([])
    expect(messagesReceivedBy(network, device.number, genuine)).toEqual(['First'])

    network.forgeries.prekeys.clear()
    const second = await send('Second')
    await until('it is over', async () => (await summary(second.id))?.status === 'completed')
    await until(
      'Aisyah has it',
      () => messagesReceivedBy(network, device.number, forged).length === 1,
    )
    expect(messagesReceivedBy(network, device.number, forged)).toEqual(['Second'])
  })
})
