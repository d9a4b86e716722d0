// @vitest-environment jsdom
import type { RecipientCounts } from '@kirim/contract/campaigns'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { deviceOf } from '#shared/testing/samples.ts'
import { bulkCampaignOf } from '../testing/campaigns.ts'
import { isFinished } from '../values/use-campaign-form-data.ts'
import { FormNotices } from './form-notices.tsx'

afterEach(async () => {
  cleanup()
  await i18n.changeLanguage('en')
})

const off = deviceOf({ connected: false })
const on = deviceOf({ id: 'd2' })
const NO_DEVICE = 'No active devices. Connect device for bulk campaign.'

it.each([
  ['none', [], true],
  ['one that is off', [off], true],
  ['one that is off and one that is on', [off, on], false],
])('with %s the form says that nothing is connected: %s', (_what, devices, said) => {
  renderPage(<FormNotices devices={devices} campaign={null} />)
  expect(screen.queryByText(NO_DEVICE) !== null).toBe(said)
})

it.each<[Partial<RecipientCounts>, string | null]>([
  [{ queued: 2000 }, null],
  [{ queued: 1999, sending: 1 }, '1 of 2,000 people have been messaged.'],
  [{ queued: 1, read: 1500, failed: 499 }, '1,999 of 2,000 people have been messaged.'],
  [{}, null],
])('of a campaign with %o it says: %s', async (counts, text) => {
  const campaign = bulkCampaignOf({ progress: { counts: { queued: 0, ...counts } } })
  renderPage(<FormNotices devices={[on]} campaign={campaign} />)
  expect(screen.queryByText(/have been messaged/)?.textContent ?? null).toBe(text)
  cleanup()
  await i18n.changeLanguage('ms')
  renderPage(<FormNotices devices={[on]} campaign={campaign} />)
  expect(screen.queryByText(/Mesej telah dihantar kepada/) !== null).toBe(text !== null)
})

it.each<[Partial<RecipientCounts>, boolean]>([
  [{}, false],
  [{ queued: 1, read: 5 }, false],
  [{ sending: 1, read: 5 }, false],
  [{ failed: 1 }, true],
  [{ skipped: 2, sent: 1 }, true],
])('a campaign with %o is finished: %s', (counts, finished) => {
  const { progress } = bulkCampaignOf({ progress: { counts: { queued: 0, ...counts } } })
  expect(isFinished(progress)).toBe(finished)
})
