import type { Session } from '@kirim/contract/accounts'
import type { Device } from '@kirim/contract/devices'
import { SANDBOX_PHONES_MAX, SANDBOX_PICTURES_MAX } from '@kirim/contract/limits'
import type { SandboxChat, SandboxGroup, SandboxPhone } from '@kirim/contract/sandbox'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { linkDevice, openBrowser, pngFile } from '../../testing/test-browser.ts'

const CONTACT = '60123456701'

/** The sandbox's own state is not in the database: one engine tells all. */
describe('members side by side on the sandbox', () => {
  let app: TestApp
  let admin: Session
  let siti: Session
  let omar: Session
  let sitis: Device
  let omars: Device

  const call = (session: Session, method: string, path: string, body?: unknown) =>
    app.call(method, `/sandbox${path}`, {
      token: session.token,
      ...(body !== undefined && { body }),
    })
  const say = (session: Session, phone: string, text: string, chat = CONTACT) => {
    const form = new FormData()
    form.set('text', text)
    return call(session, 'POST', `/phones/${phone}/chats/${chat}/messages`, form)
  }
  const chatsOf = async (session: Session, phone: string) =>
    (await call(session, 'GET', `/phones/${phone}/chats`)).body as SandboxChat[]

  beforeAll(async () => {
    app = await startTestApp('SQLite')
    admin = await app.newUser('Admin')
    siti = await app.newUser('Siti')
    omar = await app.newUser('Omar')
    sitis = await linkDevice(app, siti)
    omars = await linkDevice(app, omar)
    await app.call('POST', '/contacts', {
      token: siti.token,
      body: { name: 'Wong Mei Ling', phoneNumber: CONTACT },
    })
    await say(siti, sitis.number, 'from Siti’s')
    await say(omar, omars.number, 'from Omar’s')
  })
  afterAll(() => app.stop())

  test('names contacts by each member’s own list, in groups as well', async () => {
    const [[ofSiti], [ofOmar]] = [
      await chatsOf(siti, sitis.number),
      await chatsOf(omar, omars.number),
    ]
    expect(ofSiti).toMatchObject({ contactNumber: CONTACT, contactName: 'Wong Mei Ling' })
    expect(ofOmar).toMatchObject({ contactNumber: CONTACT, contactName: '' })
    const wanted = { subject: 'Kawan', members: [CONTACT, '60123456702'] }
    const made = await call(siti, 'POST', `/phones/${sitis.number}/groups`, wanted)
    const names = (made.body as SandboxGroup).members.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['Wong Mei Ling', '']))
    expect(names).not.toContain(undefined)
  })

  test('keeps simulated faults apart', async () => {
    const path = `/phones/${sitis.number}/chats/${CONTACT}`
    expect((await call(siti, 'PUT', path, { online: false, registered: false })).status).toBe(200)
    expect((await chatsOf(siti, sitis.number))[0]).toMatchObject({
      online: false,
      registered: false,
    })
    expect((await chatsOf(omar, omars.number))[0]).toMatchObject({ online: true, registered: true })
    expect((await say(siti, sitis.number, 'cannot')).status).toBe(409)
    expect((await say(omar, omars.number, 'can')).status).toBe(201)
    await call(siti, 'PUT', path, { online: true, registered: true })
  })

  test('hides the phones of other members from every call', async () => {
    const phone = `/phones/${sitis.number}`
    const chat = `${phone}/chats/${CONTACT}`
    const attempts: [string, string, unknown?][] = [
      ['PUT', phone, { action: 'drop' }],
      ['PUT', phone, { action: 'unlink' }],
      ['GET', `${phone}/chats`],
      ['GET', `${phone}/groups`],
      ['POST', `${phone}/groups`, { subject: 'X', members: [CONTACT] }],
      ['GET', `${chat}/messages`],
      ['PUT', chat, { online: false }],
      ['GET', `${chat}/messages/any/media`],
    ]
    for (const [method, path, body] of attempts) {
      expect(await call(omar, method, path, body)).toMatchObject({
        status: 404,
        body: { code: 'sandbox_phone_not_found' },
      })
    }
    expect((await say(omar, sitis.number, 'x')).body).toMatchObject({
      code: 'sandbox_phone_not_found',
    })
    const listed = (await call(omar, 'GET', '/phones')).body as SandboxPhone[]
    expect(listed.map(({ phoneNumber }) => phoneNumber)).toEqual([omars.number])
  })

  test('sends events of a phone to its owner only', async () => {
    const heard: unknown[] = []
    const stranger = await openBrowser(app.url, omar)
    const own = await openBrowser(app.url, siti)
    // Of their own phone they may still hear, that what was said before has been read, say.
    const ofAnother = stranger.next<{ phoneNumber: string }>(
      'sandbox_changed',
      ({ phoneNumber }) => phoneNumber !== omars.number,
    )
    void ofAnother.then(
      (event) => heard.push(event),
      () => {},
    )
    const news = own.next<{ phoneNumber: string }>('sandbox_changed')
    await say(siti, sitis.number, 'news')
    expect((await news).phoneNumber).toBe(sitis.number)
    expect(heard).toEqual([])
    stranger.close()
    own.close()
  })

  test('deletes the phones of a deleted member', async () => {
    const gone = await app.newUser('Gone')
    const device = await linkDevice(app, gone)
    await say(gone, device.number, 'bye')
    const answer = await app.call('DELETE', `/admin/users/${gone._id}`, { token: admin.token })
    expect(answer.status).toBe(200)
    const again = await until('the number is free', async () => {
      const made = await call(omar, 'POST', '/phones', { phoneNumber: device.number })
      return made.status === 201 && made
    })
    expect(again.body).toMatchObject({ linked: false })
    expect(await chatsOf(omar, device.number)).toEqual([])
  })

  test('limits each member separately', async () => {
    const newPhone = (session: Session) => call(session, 'POST', '/phones', {})
    let phones = ((await call(siti, 'GET', '/phones')).body as SandboxPhone[]).length
    for (; phones < SANDBOX_PHONES_MAX; phones++) expect((await newPhone(siti)).status).toBe(201)
    expect(await newPhone(siti)).toMatchObject({
      status: 409,
      body: { code: 'sandbox_too_many_phones' },
    })
    expect((await newPhone(omar)).status).toBe(201)

    const send = (session: Session, phone: string) => {
      const form = new FormData()
      form.set('image', pngFile('a.png'))
      return call(session, 'POST', `/phones/${phone}/chats/${CONTACT}/messages`, form)
    }
    for (let sent = 0; sent < SANDBOX_PICTURES_MAX; sent++) {
      expect((await send(siti, sitis.number)).status).toBe(201)
    }
    expect(await send(siti, sitis.number)).toMatchObject({
      status: 409,
      body: { code: 'sandbox_too_many_pictures' },
    })
    expect((await say(siti, sitis.number, 'without one')).status).toBe(201)
    expect((await send(omar, omars.number)).status).toBe(201)
  })
})
