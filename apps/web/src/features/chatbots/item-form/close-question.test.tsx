// @vitest-environment jsdom
import type { NumberSettings } from '@kirim/contract/chatbot-tools'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeApi, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { ConfigureApiButton } from '../api-rest/api-rest-button.tsx'
import { ChatbotSettingsButton } from '../settings/settings-dialog.tsx'

beforeEach(stubResizeObserver)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const settings: NumberSettings = {
  timeZone: 'Asia/Kuala_Lumpur',
  language: 'ms',
  cooldownSeconds: 30,
  quietMinutes: 0,
  knowledge: '',
}

function ItemForm() {
  const form = useForm({ defaultValues: { deviceId: 'd1', apiRestDataStatus: 'enabled' } })
  return (
    <FormProvider {...form}>
      <ConfigureApiButton />
    </FormProvider>
  )
}

const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name, hidden: false })))
const pressEscape = () =>
  act(async () => fireEvent.keyDown(document.activeElement ?? document, { key: 'Escape' }))
const question = () => screen.queryByRole('alertdialog')

describe.each([
  ['Configure API', <ItemForm key="form" />, 'Address'],
  ['Chatbot settings', <ChatbotSettingsButton key="button" deviceId="d1" />, 'Time zone'],
])('%s', (name, page, label) => {
  const dialog = () => screen.queryByRole('dialog', { name })
  const field = () => screen.findByLabelText<HTMLInputElement>(label)

  async function openDialog() {
    fakeApi({ 'GET /ai-chatbot/devices/d1/settings': ok(settings) })
    renderPage(page)
    await press(name)
    return field()
  }

  it('closes immediately without input', async () => {
    await openDialog()
    await pressEscape()
    expect([question(), dialog()]).toEqual([null, null])
  })

  it('asks before discarding input', async () => {
    const box = await openDialog()
    await act(async () => fireEvent.change(box, { target: { value: 'https://shop.test' } }))
    await pressEscape()
    expect(question()?.textContent).toContain('Your changes here will be lost.')
    await press('Cancel')
    expect([question(), (await field()).value]).toEqual([null, 'https://shop.test'])
    await pressEscape()
    await press('Close')
    expect([question(), dialog()]).toEqual([null, null])
    await press(name)
    expect((await field()).value).not.toBe('https://shop.test')
  })

  it('is cancelled without a question', async () => {
    const box = await openDialog()
    await act(async () => fireEvent.change(box, { target: { value: 'x' } }))
    await press('Cancel')
    expect([question(), dialog()]).toEqual([null, null])
  })
})
