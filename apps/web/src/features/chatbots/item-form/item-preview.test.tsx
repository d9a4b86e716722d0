// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeEach, it, vi } from 'vitest'
import { type FakeApi, fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { type ItemFormValues, newValues } from '../item-form-values.ts'
import { ItemPreview } from './item-preview.tsx'

const settings = { cooldownSeconds: 0, quietMinutes: 0, knowledge: '' }
const numbers = ['d1', 'd2'].map((id) => ({
  id,
  name: `Kedai ${id}`,
  number: '60123456789',
  avatarUrl: '',
  stats: { sent: 0, items: 0 },
  needsSetup: true,
  statusEnabled: false,
  connected: true,
  unlinked: false,
  problem: null,
}))

let api: FakeApi
beforeEach(() => {
  api = fakeApi({
    'GET /ai-chatbot/devices/d1/settings': ok({
      ...settings,
      timeZone: 'Asia/Tokyo',
      language: 'ms',
    }),
    'GET /ai-chatbot/devices/d2/settings': ok({ ...settings, timeZone: 'UTC', language: 'en' }),
  })
  // A Friday night in London, a Saturday morning in Tokyo.
  vi.setSystemTime(new Date('2026-11-20T22:30:00.000Z'))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Probe() {
  const form = useForm<ItemFormValues>({
    defaultValues: {
      ...newValues('d1'),
      captionAi: '[greet]! [now_formatted|dddd HH:mm], [me_wa_name]',
    },
  })
  return (
    <FormProvider {...form}>
      <ItemPreview numbers={numbers} attachment={{ kind: 'none' }} />
      <button type="button" onClick={() => form.setValue('deviceId', 'd2')}>
        The other number
      </button>
    </FormProvider>
  )
}

const shown = async () => within(await screen.findByRole('region', { name: 'Message preview' }))

it('shows what the number sends: in its language and by its clock', async () => {
  renderPage(<Probe />)
  await (await shown()).findByText('Selamat pagi! Sabtu 07:30, Kedai d1')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'The other number' })))
  await (await shown()).findByText('Good evening! Friday 22:30, Kedai d2')
})

it('shows something while the settings are not known', async () => {
  api.answers['GET /ai-chatbot/devices/d1/settings'] = refused(404, 'Gone.')
  renderPage(<Probe />)
  await (await shown()).findByText(/^Good \w+! \w+day/)
})
