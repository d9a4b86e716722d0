// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { fakeApi, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { deviceOf, groupOf } from '#shared/testing/samples.ts'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { CampaignFormPage } from './campaign-form-page.tsx'

const device = deviceOf()
const group = groupOf()

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

it.each(['/add-campaign', '/add-campaign/d1'])(
  'a device that was removed unheard is asked for at its field: %s [5.bulk.device]',
  async (address) => {
    stubResizeObserver()
    Element.prototype.hasPointerCapture = () => false
    const scrolled: unknown[] = []
    Element.prototype.scrollIntoView = function () {
      scrolled.push(this)
    }
    const api = fakeApi({
      'GET /whatsapp/devices': ok([device]),
      'GET /contact-groups': ok([group]),
      'GET /media': ok([]),
      'POST /campaigns/d1/preflight': {
        status: 404,
        body: { message: 'Device not found.', code: 'device_not_found' },
      },
    })
    renderPage(
      <Switch>
        <Route path="/add-campaign/:deviceId?">
          <CampaignFormPage />
        </Route>
      </Switch>,
      {},
      address,
    )
    fireEvent.change(await screen.findByLabelText('Campaign name'), { target: { value: 'Raya' } })
    fireEvent.keyDown(screen.getByRole('combobox', { name: 'Contact group' }), { key: 'Enter' })
    fireEvent.click(await screen.findByRole('option', { name: /Pelanggan/ }))
    api.answers['GET /whatsapp/devices'] = ok([])
    fireEvent.click(screen.getByRole('button', { name: 'Create Campaign' }))
    await screen.findByText('Failed: Device not found.')
    await screen.findByText('Device ID is required. Please select or ensure device is connected.')
    const field = screen.getByRole('combobox', { name: 'Device' })
    await waitFor(() => expect([document.activeElement, ...scrolled]).toContain(field))
    await waitFor(() =>
      expect(api.calls.filter((call) => call === 'GET /whatsapp/devices')).toHaveLength(2),
    )
  },
)
