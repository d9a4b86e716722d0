// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, expect, it, vi } from 'vitest'
import { problemResolver } from '#shared/forms/problem-resolver.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { deviceOf, groupOf } from '#shared/testing/samples.ts'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { type CampaignValues, newCampaignValues, problemsOf } from './campaign-values.ts'
import { WhoSection } from './who-section.tsx'

const group = groupOf()

const device = deviceOf()

function Probe({ fixedDeviceId = null }: { fixedDeviceId?: string | null }) {
  const [{ groups, devices }, setData] = useState({ groups: [group], devices: [device] })
  const form = useForm<CampaignValues>({
    defaultValues: { ...newCampaignValues('d1'), contactGroupId: 'g1' },
    resolver: problemResolver(problemsOf, {}),
  })
  const data = { devices, groups, media: [], campaign: null }
  return (
    <FormProvider {...form}>
      <WhoSection data={data} fixedDeviceId={fixedDeviceId} />
      <output>{form.watch(['deviceId', 'contactGroupId']).join(' ')}</output>
      <button type="button" onClick={() => setData({ groups: [], devices })}>
        Delete the group elsewhere
      </button>
      <button type="button" onClick={() => setData({ groups, devices: [] })}>
        Remove the device elsewhere
      </button>
    </FormProvider>
  )
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const held = () => screen.getByRole('status').textContent
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())

it.each([
  ['group', 'Delete the group elsewhere', 'Contact Group is required for Bulk Campaign.', 'd1 '],
  [
    'device',
    'Remove the device elsewhere',
    'Device ID is required. Please select or ensure device is connected.',
    ' g1',
  ],
])(
  'a chosen %s that is gone elsewhere is chosen no more, and the field says so [5.bulk.group] [5.bulk.device]',
  async (_what, button, sentence, left) => {
    stubResizeObserver()
    renderPage(<Probe />)
    expect(held()).toBe('d1 g1')
    await press(button)
    await screen.findByText(sentence)
    expect(held()).toBe(left)
  },
)

it('a device that the address fixes stays chosen', async () => {
  stubResizeObserver()
  renderPage(<Probe fixedDeviceId="d1" />)
  await press('Remove the device elsewhere')
  expect(held()).toBe('d1 g1')
  screen.getByText('A device that is no longer linked')
})
