// @vitest-environment jsdom
import type { ContactGroup } from '@kirim/contract/contacts'
import { cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, expect, it, vi } from 'vitest'
import { problemResolver } from '#shared/forms/problem-resolver.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { type CampaignValues, newCampaignValues, problemsOf } from './campaign-values.ts'
import { WhoSection } from './who-section.tsx'

const group: ContactGroup = {
  _id: 'g1',
  groupName: 'Pelanggan',
  name: 'Pelanggan',
  contactCount: 3,
  count: 3,
}

function Probe() {
  const [groups, setGroups] = useState([group])
  const form = useForm<CampaignValues>({
    defaultValues: { ...newCampaignValues('d1'), contactGroupId: 'g1' },
    resolver: problemResolver(problemsOf, {}),
  })
  return (
    <FormProvider {...form}>
      <WhoSection data={{ devices: [], groups, media: [], campaign: null }} fixedDeviceId={null} />
      <output>{form.watch('contactGroupId')}</output>
      <button type="button" onClick={() => setGroups([])}>
        Delete elsewhere
      </button>
    </FormProvider>
  )
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('a chosen group that is deleted elsewhere is chosen no more, and the field says so [5.bulk.group]', async () => {
  stubResizeObserver()
  renderPage(<Probe />)
  expect(screen.getByRole('status').textContent).toBe('g1')
  screen.getByRole('button', { name: 'Delete elsewhere' }).click()
  await screen.findByText('Contact Group is required for Bulk Campaign.')
  expect(screen.getByRole('status').textContent).toBe('')
})
