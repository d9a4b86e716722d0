import type { CampaignReport, LedgerPage } from '@kirim/contract/campaign-ledger'
import type { LedgerPersonDetails } from '@kirim/contract/ledger-person'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LinkedNumber, startLinkedNumber } from '../../../testing/linked-number.ts'
import { pdf, voiceNote } from '../../../testing/media-files.ts'
import { campaignForm, chatbotForm, makeGroup } from '../../../testing/test-browser.ts'

const SITI = '60123456701'

let number: LinkedNumber
beforeAll(async () => {
  number = await startLinkedNumber('SQLite')
})
afterAll(() => number.stop())

const call = (method: string, path: string, body?: unknown) =>
  number.app.call(method, path, {
    token: number.session.token,
    ...(body !== undefined && { body }),
  })

async function inLibrary(content: Buffer, name: string): Promise<string> {
  const body = new FormData()
  body.set('mediaFile', new File([new Uint8Array(content)], name))
  return ((await call('POST', '/media', body)).body as { _id: string })._id
}

/** What the person got, oldest first. */
const got = () =>
  number.network
    .messages(number.device.number, SITI, { limit: 100 })
    .filter(({ direction }) => direction === 'to-contact')
    .map(({ kind, text, media, copies }) => [kind, text, media?.fileName ?? media?.mime, copies])

test('text, voice note and document of a campaign arrive once each', async () => {
  const sound = await inLibrary(voiceNote(), 'salam.opus')
  const menu = await inLibrary(pdf(), 'Menu Jumaat.pdf')
  const contactGroupId = await makeGroup(number.app, number.session, 'Pelanggan', [
    { name: 'Siti', phoneNumber: SITI },
  ])
  const fields = { campaignName: 'Menu', caption: 'Hai [name]', contactGroupId }
  const form = campaignForm({ ...fields, mediaAttachments: JSON.stringify([sound, menu]) })
  const { id } = (await call('POST', `/campaigns/${number.device.id}`, form)).body as { id: string }
  const report = async () => (await call('GET', `/ledger/${id}`)).body as CampaignReport
  await until('they have read it', async () => (await report()).counts.read === 1)
  expect(got()).toEqual([
    ['text', 'Hai Siti', undefined, 1],
    ['audio', '', 'audio/ogg; codecs=opus', 1],
    ['document', '', 'Menu Jumaat.pdf', 1],
  ])
  const [person] = ((await call('GET', `/ledger/${id}/people`)).body as LedgerPage).items
  const details = (await call('GET', `/ledger/${id}/people/${person?.id}`))
    .body as LedgerPersonDetails
  expect(details.messages.map(({ text, file }) => [text, file?.originalName ?? null])).toEqual([
    ['Hai Siti', null],
    ['', 'salam.opus'],
    ['', 'Menu Jumaat.pdf'],
  ])
})

test('a chatbot sends the text, then the voice note', async () => {
  const form = chatbotForm({ captionAi: 'Dengar ini', keywords: 'lagu' })
  form.set('mediaFileAi', new File([new Uint8Array(voiceNote())], 'lagu.opus'))
  const made = await call('POST', `/ai-chatbot/${number.device.id}/campaigns`, form)
  expect(made.status).toBe(201)
  await call('PUT', `/ai-chatbot/devices/${number.device.id}/status`, { isEnabled: true })
  const before = got().length
  await number.network.sendAsContact(number.device.number, SITI, { text: 'lagu' })
  await until('both have come', () => got().length === before + 2)
  expect(got().slice(before)).toEqual([
    ['text', 'Dengar ini', undefined, 1],
    ['audio', '', 'audio/ogg; codecs=opus', 1],
  ])
})
