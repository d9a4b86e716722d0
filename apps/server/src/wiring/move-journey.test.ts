import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import { startS3Server } from '@kirim/testing/s3-server'
import { until } from '@kirim/testing/until'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { migratedStore } from '../testing/engines.ts'
import { linkOver } from '../testing/linked-number.ts'
import { campaignForm, makeGroup, pngFile } from '../testing/test-browser.ts'
import { startTestNodes, type TestNode } from '../testing/test-nodes.ts'
import { move } from './move.ts'
import { embeddedIn } from './move-places.ts'

const SPEED = 20
const people = ['Aisyah', 'Bala', 'Chong', 'Devi', 'Emir'].map((name, index) => ({
  name,
  phoneNumber: `6012345670${index + 1}`,
}))

test('a linked number moves to PostgreSQL and back with its media, and its campaign goes on', async () => {
  const nodes = await startTestNodes(SPEED)
  onTestFinished(nodes.stop)
  const bucket = await startS3Server()
  onTestFinished(bucket.stop)
  const { databaseUrl, remove } = await migratedStore('PostgreSQL')
  remove()
  const url = databaseUrl ?? ''
  const DATA_DIR = join(nodes.folder, 'here')
  const env = { DATA_DIR, SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }
  const embedded = { ...env, DATABASE_URL: '' }
  const postgres = { ...env, ...bucket.env, DATABASE_URL: url }

  const first = await nodes.start('here', embedded)
  const session = await nodes.newUser(first)
  const { token } = session
  const device = await linkOver(first, nodes.network, session)
  const contactGroupId = await makeGroup(first, session, 'Pelanggan', people)
  const form = campaignForm({
    campaignName: 'Poster',
    caption: 'Hi [name]',
    contactGroupId,
    mediaFile: pngFile('poster.png'),
  })
  const created = await first.call('POST', `/campaigns/${device.id}`, { token, body: form })
  const { id } = created.body as BulkCampaign
  const got = () =>
    people.flatMap(({ phoneNumber }) =>
      nodes.network
        .messages(device.number, phoneNumber, { limit: 100 })
        .filter(({ direction }) => direction === 'to-contact')
        .map(({ text, media }) => [text, media !== null && media !== undefined]),
    )
  const hasSent = (count: number) => until(`${count} have got it`, () => got().length >= count)
  const deps = { clock: systemClock, log: createLog('silent'), onTable: () => {} }
  const config = readConfig(postgres)
  const [here, there] = [embeddedIn(config), { kind: 'PostgreSQL', url } as const]

  await hasSent(1)
  await first.stop()
  expect(await move({ from: here, to: there, media: 'bucket' }, { ...deps, config })).toMatchObject(
    {
      media: { copied: 1, missing: 0 },
    },
  )
  expect([...bucket.objects.keys()]).toEqual(
    readdirSync(join(DATA_DIR, 'media')).filter((name) => name.endsWith('.png')),
  )
  const second = await nodes.start('here', postgres)
  await hasSent(3)
  await second.stop()
  await move({ from: there, to: here, media: 'folder' }, { ...deps, config })
  const third: TestNode = await nodes.start('here', embedded)
  await until('the campaign has finished', async () => {
    const { body } = await third.call('GET', `/campaigns/${device.id}/${id}`, { token })
    return (body as BulkCampaign).status === 'completed'
  })
  expect(got().toSorted()).toEqual(people.map(({ name }) => [`Hi ${name}`, true]))
})
