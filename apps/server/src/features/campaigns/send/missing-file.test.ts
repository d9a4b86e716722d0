import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import { createFastClock } from '@kirim/testing/fast-clock'
import { until } from '@kirim/testing/until'
import { expect, onTestFinished, test } from 'vitest'
import { startLinkedNumber } from '../../../testing/linked-number.ts'
import { campaignForm, makeGroup, pngFile } from '../../../testing/test-browser.ts'

const FARAH = '60123456701'

test('a campaign with a missing file fails, and the next one of the number continues', async () => {
  const number = await startLinkedNumber('SQLite', {
    clock: createFastClock(10, Date.now()),
    sharesClock: true,
  })
  onTestFinished(() => number.stop())
  const { app, device, session } = number
  const { token } = session
  const contactGroupId = await makeGroup(app, session, 'Pelanggan', [
    { name: 'Farah', phoneNumber: FARAH },
  ])
  const save = async (method: string, path: string, fields: Parameters<typeof campaignForm>[0]) => {
    const body = campaignForm({ contactGroupId, ...fields })
    const answer = await app.call(method, `/campaigns/${device.id}${path}`, { token, body })
    expect(answer).toMatchObject({ body: { campaignName: fields.campaignName } })
    return answer.body as BulkCampaign
  }

  const poster = { campaignName: 'Poster', caption: 'Our poster' }
  const off = { ...poster, statusEnabled: 'false', mediaFile: pngFile('poster.png') }
  const { id } = await save('POST', '', off)
  await rm(join(app.dataDir, 'media'), { recursive: true })
  await save('PUT', `/${id}`, { ...poster, statusEnabled: 'true' })
  await save('POST', '', { campaignName: 'Words', caption: 'Only words' })

  await until('both are over', async () => {
    const path = '/analytics/dashboard/bulk-campaign-summary'
    const campaigns = (await app.call('GET', path, { token })).body as BulkCampaignSummary[]
    const [words, picture] = campaigns.map(({ sent, failed }) => ({ sent, failed }))
    return words?.sent === 1 && picture?.failed === 1
  })
  expect(number.heard(FARAH)).toEqual(['Only words'])
})
