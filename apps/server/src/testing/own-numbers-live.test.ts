import type { Session } from '@kirim/contract/accounts'
import type { Device } from '@kirim/contract/devices'
import type { TeamMember } from '@kirim/contract/team'
import { createFastClock } from '@kirim/testing/fast-clock'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../platform/database/database.ts'
import { journeyEngines } from './engines.ts'
import { joinWorkspace } from './join-workspace.ts'
import { type Caller, startTestApp, type TestApp } from './test-app.ts'
import {
  campaignForm,
  linkDevice,
  makeGroup,
  openBrowser,
  type TestBrowser,
} from './test-browser.ts'

/** Somebody who sees one of two numbers, on the realtime connection: the other does not exist. */
describe.each(journeyEngines)('own numbers live on %s', (engine) => {
  let app: TestApp
  let db: Db
  let owner: Session
  let member: Session
  let own: Device
  let other: Device
  let groupId: string
  let browser: TestBrowser
  let ownerBrowser: TestBrowser
  let memberCall: Caller
  let heard: string[]

  beforeAll(async () => {
    app = await startTestApp(engine, { clock: createFastClock(20) })
    db = app.openDatabase()
    const { token } = await app.newUser()
    owner = await app.newUser('Siti')
    await app.call('PUT', `/admin/users/${owner._id}`, { token, body: { membershipPlan: 'Pro' } })
    own = await linkDevice(app, owner)
    other = await linkDevice(app, owner)
    groupId = await makeGroup(app, owner, 'G', [{ name: 'A', phoneNumber: '60123456701' }])
    member = await app.newUser('Farid')
    memberCall = await joinWorkspace(app, db, owner._id, member, {
      role: 'manager',
      sees: 'numbers',
      deviceIds: [own.id],
    })
    browser = await openBrowser(app.url, member, owner._id)
    ownerBrowser = await openBrowser(app.url, owner)
    heard = []
    browser.socket.onAny((...args) => heard.push(JSON.stringify(args)))
  })
  afterAll(async () => {
    browser.close()
    ownerBrowser.close()
    await db.destroy()
    await app.stop()
  })

  const refusal = async (event: string, ...args: unknown[]) => {
    const told = new Promise((done) =>
      browser.socket.once('error_message', (_message, { code }) => done(code)),
    )
    browser.socket.emit(event, ...args)
    return told
  }
  const statusOf = async (one: TestBrowser) => {
    const status = one.next('whatsapp_status')
    one.socket.emit('get_whatsapp_status')
    return status
  }
  async function sendBy({ id }: Device): Promise<void> {
    const form = { campaignName: `By ${id}`, caption: 'Hi', contactGroupId: groupId }
    const ended = ownerBrowser.next<{ progress: { status: string; deviceId: string } }>(
      'campaign_changed',
      ({ progress }) => progress.status === 'completed',
    )
    await app.call('POST', `/campaigns/${id}`, { token: owner.token, body: campaignForm(form) })
    await ended
  }

  test('campaigns of the other are not told, and totals without numbers', async () => {
    heard.length = 0
    await sendBy(other)
    await sendBy(own)
    const ended = () =>
      heard.some((one) => one.includes('campaign_changed') && one.includes('completed'))
    await until('it is told of the own one', ended)
    expect(heard.join()).not.toContain(other.id)
    expect(heard.join()).not.toContain('totalMessages')
    expect(heard.join()).toContain('summary_changed')
  })

  test('the other is unknown to what a browser asks', async () => {
    expect(await refusal('whatsapp_relink_request', other.id)).toBe('device_not_found')
    expect(await refusal('whatsapp_disconnect_request', other.id)).toBe('device_not_found')
    expect(await refusal('whatsapp_reconnect_request', other.id)).toBe('device_not_found')
    expect(await refusal('whatsapp_disconnect_request')).toBe('forbidden')
    expect(await statusOf(ownerBrowser)).toBe('connected')
  })

  test('linking another number is refused, and its code is not shown', async () => {
    expect(await refusal('whatsapp_connect_request')).toBe('forbidden')
    expect(await refusal('whatsapp_pairing_request', '60123456799')).toBe('forbidden')
    heard.length = 0
    const code = ownerBrowser.next('whatsapp_qr')
    ownerBrowser.socket.emit('whatsapp_connect_request', owner._id)
    await code
    expect(await statusOf(browser)).toBe('connected')
    expect(await refusal('whatsapp_passkey_confirm')).toBe('passkey_not_asked')
    browser.socket.emit('whatsapp_cancel_request')
    expect(await statusOf(browser)).toBe('connected')
    expect(await statusOf(ownerBrowser)).toBe('waiting_qr')
    expect(heard.join()).not.toMatch(/whatsapp_qr|waiting_qr/)
    const withdrawn = ownerBrowser.next('whatsapp_status', (status) => status === 'connected')
    ownerBrowser.socket.emit('whatsapp_cancel_request')
    await withdrawn
  })

  test('the status is that of the own number, which alone is told of', async () => {
    heard.length = 0
    const closed = ownerBrowser.next('devices_changed')
    ownerBrowser.socket.emit('whatsapp_disconnect_request', other.id)
    await closed
    expect(await statusOf(browser)).toBe('connected')
    expect(heard.filter((one) => one.includes('devices_changed'))).toEqual([])
    const told = browser.next('devices_changed')
    browser.socket.emit('whatsapp_disconnect_request', own.id)
    await told
    expect(await statusOf(browser)).toBe('disconnected')
    const again = browser.next('whatsapp_status', (status) => status === 'connected')
    browser.socket.emit('whatsapp_reconnect_request', own.id)
    await again
  })

  test('who is there is on the team page; who is removed is cut off', async () => {
    const team = async () =>
      (await app.call('GET', '/team', { token: owner.token })).body as { people: TeamMember[] }
    expect((await team()).people.map(({ isHere }) => isHere)).toEqual([true, true])
    const gone = new Promise<void>((done) => browser.socket.once('disconnect', () => done()))
    const path = `/team/people/${member._id}`
    expect((await app.call('DELETE', path, { token: owner.token })).status).toBe(204)
    await gone
    expect((await memberCall('GET', '/whatsapp/devices')).status).toBe(404)
    await expect(openBrowser(app.url, member, owner._id)).rejects.toMatchObject({
      data: { code: 'workspace_not_found' },
    })
  })
})
