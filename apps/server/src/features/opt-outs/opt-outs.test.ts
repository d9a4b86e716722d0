import { utils, write as writeBook } from '@e965/xlsx'
import type { OptOut, OptOutChange, OptOutPage, OptOutSettings } from '@kirim/contract/opt-outs'
import { createFastClock } from '@kirim/testing/fast-clock'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../../testing/engines.ts'
import {
  type LinkedNumber,
  makeItem,
  startLinkedNumber,
  switchOn,
} from '../../testing/linked-number.ts'
import { campaignForm, makeGroup } from '../../testing/test-browser.ts'
import { DEFAULT_SETTINGS } from './opt-out-settings.repository.ts'

const SPEED = 10
const SETTINGS = { words: [], answer: 'Baik. Balas MULA untuk kembali.', lineByDefault: true }

function spreadsheet(rows: string[][]): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows))
  return writeBook(book, { type: 'buffer', bookType: 'xlsx' })
}

describe.each(engines)('opting out on %s', (engine) => {
  let number: LinkedNumber
  let people = 0
  beforeAll(async () => {
    const clock = createFastClock(SPEED, Date.now())
    number = await startLinkedNumber(engine, { clock, sharesClock: true })
    const { app, session, device } = number
    await makeItem(app.call, session.token, device.id, {
      name: 'Price',
      keywords: 'harga, stop, mula',
      captionAi: 'RM4',
    })
    await switchOn(app.call, session.token, device.id)
    await call('PUT', '/opt-outs/settings', SETTINGS)
  })
  afterAll(() => number.stop())

  const call = (method: string, path: string, body?: unknown, token = number.session.token) =>
    number.app.call(method, path, { token, ...(body !== undefined && { body }) })
  const list = async (query = '') => (await call('GET', `/opt-outs${query}`)).body as OptOutPage
  const find = async (phoneNumber: string) =>
    (await list(`?q=${phoneNumber}`)).items.find((one) => one.phoneNumber === phoneNumber)
  const newContact = () => `6013${String(2_000_000 + ++people)}`
  const write = (contact: string, text: string) =>
    number.network.sendAsContact(number.device.number, contact, { text })
  const hears = (contact: string, texts: string[]) =>
    until(
      `${contact} hears ${texts.join(', ')}`,
      () => number.heard(contact).length >= texts.length,
    ).then(() => expect(number.heard(contact)).toEqual(texts))
  async function campaign(contacts: string[], fields: Record<string, string> = {}) {
    const { app, session, device } = number
    const contactGroupId = await makeGroup(
      app,
      session,
      `Group ${++people}`,
      contacts.map((phoneNumber) => ({ name: 'Farah', phoneNumber })),
    )
    const body = campaignForm({
      campaignName: 'Menu Mei',
      caption: 'Promo',
      contactGroupId,
      ...fields,
    })
    const made = await call('POST', `/campaigns/${device.id}`, body)
    expect(made.status).toBe(201)
    const { id } = made.body as { id: string }
    const path = `/campaigns/${device.id}/${id}`
    await until('the campaign is over', async () => {
      const { status } = (await call('GET', path)).body as { status: string }
      return status === 'completed'
    })
    return ((await call('GET', path)).body as { progress: { counts: object } }).progress.counts
  }

  test('by a word is answered once, by nothing else, and keeps when, how and to whom', async () => {
    const farah = newContact()
    await campaign([farah])
    await write(farah, 'Stop!')
    await hears(farah, ['Promo', SETTINGS.answer])
    await write(farah, 'stop')
    await write(farah, 'harga')
    const other = newContact()
    await write(other, 'harga')
    await hears(other, ['RM4'])
    expect(number.heard(farah)).toEqual(['Promo', SETTINGS.answer])
    expect(await find(farah)).toMatchObject({
      name: 'Farah',
      isContact: true,
      standing: 'message',
      last: {
        change: 'out',
        how: 'message',
        word: 'Stop!',
        deviceName: number.device.name,
        campaignName: 'Menu Mei',
      },
    })
  })

  test('holds in every campaign, from the moment it is said, until they come back', async () => {
    const [farah, lim] = [newContact(), newContact()]
    await write(farah, 'BERHENTI')
    await hears(farah, [SETTINGS.answer])
    expect(await campaign([farah, lim])).toMatchObject({ skipped: 1, failed: 0 })
    await hears(lim, ['Promo'])
    await write(farah, 'Mula')
    // The word is a keyword of the chatbot as well.
    await hears(farah, [SETTINGS.answer, 'RM4'])
    expect(await find(farah)).toMatchObject({ standing: 'back', last: { change: 'back' } })
    await campaign([farah])
    await hears(farah, [SETTINGS.answer, 'RM4', 'Promo'])
  })

  test('is heard of everybody who writes it, also under an id that somebody else has used', async () => {
    const [farah, lim] = [newContact(), newContact()]
    const messageId = `3A${farah}`
    const stop = (contact: string) =>
      number.network.sendAsContact(number.device.number, contact, { text: 'STOP' }, { messageId })
    await stop(farah)
    await hears(farah, [SETTINGS.answer])
    await stop(lim)
    await hears(lim, [SETTINGS.answer])
    await stop(farah)
    expect(await campaign([farah, lim])).toMatchObject({ skipped: 2 })
    expect(number.heard(farah)).toEqual([SETTINGS.answer])
  })

  test('by the owner’s own words, in any script; without an answer nobody is answered', async () => {
    const own: OptOutSettings = { words: ['tak nak', '退订'], answer: '', lineByDefault: false }
    const saved = await call('PUT', '/opt-outs/settings', own)
    expect([saved.status, saved.body]).toEqual([200, own])
    const [farah, wong] = [newContact(), newContact()]
    await write(farah, 'TAK NAK')
    await write(wong, '退订')
    await until('both are out', async () => (await find(farah)) && (await find(wong)))
    expect([number.heard(farah), number.heard(wong)]).toEqual([[], []])
    await call('PUT', '/opt-outs/settings', SETTINGS)
  })

  test.each(['mula', ' *Start* ', 'START!'])(
    '%j, by which people come back, is no word of the owner’s own',
    async (word) => {
      const refused = await call('PUT', '/opt-outs/settings', { ...SETTINGS, words: [word] })
      expect(refused).toMatchObject({
        status: 400,
        body: { issues: [{ path: ['words', 0], code: 'opt_out_word_back' }] },
      })
    },
  )

  test('is done by hand, is taken back with a reason alone, and every change is kept', async () => {
    const lim = newContact()
    const body = { phoneNumber: `+${lim}`, reason: 'Asked at the counter' }
    const added = await call('POST', '/opt-outs', body)
    expect(added).toMatchObject({
      status: 201,
      body: { phoneNumber: lim, name: '', isContact: false, standing: 'owner' },
    })
    expect(await call('POST', '/opt-outs', body)).toMatchObject({
      status: 409,
      body: { code: 'opt_out_known' },
    })
    const { id } = added.body as OptOut
    expect(await call('POST', `/opt-outs/${id}/remove`, { reason: '  ' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: ['reason'], code: 'opt_out_reason_required' }] },
    })
    // Neither the contact list nor its import knows of it.
    await call('POST', '/contacts', { name: 'Lim', phoneNumber: lim })
    expect((await call('GET', `/contacts?q=${lim}`)).body).toMatchObject([{ optedOut: true }])
    expect(await campaign([lim])).toMatchObject({ skipped: 1 })
    const removed = await call('POST', `/opt-outs/${id}/remove`, { reason: 'Called back' })
    expect(removed).toMatchObject({ status: 200, body: { standing: 'back', name: 'Lim' } })
    expect(await call('POST', `/opt-outs/${id}/remove`, { reason: 'Again' })).toMatchObject({
      status: 409,
      body: { code: 'opt_out_back' },
    })
    const changes = (await call('GET', `/opt-outs/${id}/changes`)).body as OptOutChange[]
    expect(changes.map(({ change, reason }) => [change, reason])).toEqual([
      ['back', 'Called back'],
      ['out', 'Asked at the counter'],
    ])
  })

  test('outlives the contact', async () => {
    const lim = newContact()
    const { body } = await call('POST', '/contacts', { name: 'Lim', phoneNumber: lim })
    await write(lim, 'STOP')
    await hears(lim, [SETTINGS.answer])
    await call('DELETE', `/contacts/${(body as { _id: string })._id}`)
    expect(await find(lim)).toMatchObject({ isContact: false, standing: 'message' })
    expect(await campaign([lim])).toMatchObject({ skipped: 1 })
  })

  test('is told to the owner’s pages alone, and is nobody else’s to see or change', async () => {
    const lim = newContact()
    const added = (await call('POST', '/opt-outs', { phoneNumber: lim })).body as OptOut
    const { token } = await number.app.newUser('Omar')
    const asOmar = (method: string, path: string, body?: unknown) => call(method, path, body, token)
    expect((await asOmar('GET', '/opt-outs')).body).toMatchObject({ items: [] })
    for (const [method, path, body] of [
      ['GET', `/opt-outs/${added.id}/changes`],
      ['POST', `/opt-outs/${added.id}/remove`, { reason: 'Mine' }],
    ] as const) {
      expect(await asOmar(method, path, body)).toMatchObject({
        status: 404,
        body: { code: 'opt_out_not_found' },
      })
    }
    expect((await asOmar('GET', '/opt-outs/settings')).body).toEqual(DEFAULT_SETTINGS)
    expect(await find(lim)).toMatchObject({ standing: 'owner' })
  })

  test('a campaign ends its text with how to, in its language', async () => {
    const [farah, lim, wong] = [newContact(), newContact(), newContact()]
    await campaign([farah], { optOutLine: 'en' })
    await campaign([lim], { optOutLine: 'ms' })
    await campaign([wong], { optOutLine: '' })
    await hears(farah, ['Promo\nReply STOP to stop.'])
    await hears(lim, ['Promo\nBalas BERHENTI untuk berhenti.'])
    await hears(wong, ['Promo'])
  })

  test('is imported and exported; an import takes nobody back', async () => {
    const [farah, lim] = [newContact(), newContact()]
    await call('POST', '/opt-outs', { phoneNumber: farah, reason: '=cmd()' })
    const form = new FormData()
    const rows = [
      ['Name', 'Phone'],
      ['Farah', farah],
      ['Lim', lim],
      ['Nobody', 'x'],
    ]
    form.set('file', new File([new Uint8Array(spreadsheet(rows))], 'optout-lama.xlsx'))
    expect((await call('POST', '/opt-outs/import', form)).body).toEqual({
      message: '1 added, 1 already opted out, 1 refused.',
      added: 1,
      known: 1,
      passedOver: 0,
      refused: 1,
      errors: [expect.objectContaining({ row: 4, code: 'phone_number_invalid' })],
    })
    expect(await find(lim)).toMatchObject({
      name: 'Lim',
      standing: 'import',
      last: { fileName: 'optout-lama.xlsx' },
    })
    expect(await find(farah)).toMatchObject({ standing: 'owner' })
    const file = await call('GET', '/opt-outs/export.csv')
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = String(file.body).split('\r\n')
    expect(lines[0]).toContain('Name,Phone number,Opted out')
    expect(lines.find((line) => line.includes(farah))).toContain("'=cmd()")
    expect(lines.find((line) => line.includes(lim))).toContain('Lim')
  })

  test.each(['csv', 'xlsx'])('an exported .%s takes nobody out who came back', async (format) => {
    const [farah, lim] = [newContact(), newContact()]
    await call('POST', '/opt-outs', { phoneNumber: lim })
    const { body } = await call('POST', '/opt-outs', { phoneNumber: farah })
    await call('POST', `/opt-outs/${(body as OptOut).id}/remove`, { reason: 'asked me to' })
    const { counts } = await list()
    const saved = await fetch(`${number.app.url}/api/opt-outs/export.${format}`, {
      headers: { authorization: `Bearer ${number.session.token}` },
    })
    const form = new FormData()
    form.set('file', new File([await saved.blob()], `opt-outs.${format}`))
    expect((await call('POST', '/opt-outs/import', form)).body).toMatchObject({
      message: expect.stringContaining(`${counts.back} skipped`),
      added: 0,
      passedOver: counts.back,
    })
    expect(await find(farah)).toMatchObject({ standing: 'back' })
    expect(await find(lim)).toMatchObject({ standing: 'owner' })
  })
})
