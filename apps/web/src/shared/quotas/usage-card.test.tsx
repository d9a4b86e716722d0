// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, it, vi } from 'vitest'
import { fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { UsageCard } from './usage-card.tsx'

const USAGE = 'GET /users/quotas'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('shows the usage of each quota, which are full, and which an admin has set', async () => {
  fakeApi({
    [USAGE]: ok([
      { quota: 'contacts', used: 230_140, limit: 250_000, ofPlan: 250_000 },
      { quota: 'mediaBytes', used: 600 * 1024 ** 2, limit: 2 * 1024 ** 3, ofPlan: 1024 ** 3 },
      { quota: 'callsToday', used: 5, limit: 5, ofPlan: 5 },
    ]),
  })
  renderPage(<UsageCard />)
  await screen.findByText('230,140 of 250,000')
  screen.getByText('600 MB of 2 GB')
  screen.getByText('Set by an admin. Your plan limit: 1 GB.')
  screen.getByText('Limit reached for today. It resets at midnight UTC.')
})

it('offers to load again after a failure', async () => {
  const api = fakeApi({ [USAGE]: refused(400, '') })
  renderPage(<UsageCard />)
  await screen.findByText('Your usage could not be loaded.')
  api.answers[USAGE] = ok([{ quota: 'campaigns', used: 1, limit: 9, ofPlan: 9 }])
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('1 of 9')
})
