// @vitest-environment jsdom
import type { Contact } from '@kirim/contract/contacts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  callsOf,
  type FakeApi,
  fakeApi,
  lastBodyOf,
  ok,
  refused,
} from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { fill, press } from '#shared/testing/user.ts'
import { PanelFields } from './contact-panel-fields.tsx'

const ali: Contact = {
  _id: 'c1',
  name: 'Ali',
  phoneNumber: '60123456701',
  createdAt: '2026-11-01T00:00:00.000Z',
  fields: { city: 'Ipoh' },
}
const SAVE = 'PUT /contacts/c1'
const NOT_SAVED = /^Not saved\./

let api: FakeApi
beforeEach(() => {
  api = fakeApi({
    'GET /contact-fields': ok([{ id: 'f1', key: 'city', label: 'City' }]),
    [SAVE]: ok(ali),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Its buttons are what happens around the fields. */
function Panel() {
  const [contact, setContact] = useState<Contact | null>(ali)
  return (
    <>
      {contact && <PanelFields contact={contact} />}
      <button type="button" onClick={() => setContact(null)}>
        Leave
      </button>
      <button type="button" onClick={() => setContact({ ...ali, fields: { city: 'Melaka' } })}>
        Load again
      </button>
    </>
  )
}
async function city() {
  renderPage(<Panel />)
  return screen.findByLabelText<HTMLInputElement>('City')
}
const sent = (count: number) => waitFor(() => expect(callsOf(api, SAVE)).toHaveLength(count))

it('sends what was typed just before the panel closed', async () => {
  await city()
  await fill('City', 'Melaka')
  await press('Leave')
  await sent(1)
  expect(lastBodyOf(api, SAVE)).toEqual({ fields: { city: 'Melaka' } })
})

it('sends nothing when nothing was typed, nor twice what is saved', async () => {
  const input = await city()
  fireEvent.blur(input)
  await fill('City', 'Melaka')
  fireEvent.blur(input)
  await sent(1)
  await press('Leave')
  expect(callsOf(api, SAVE)).toHaveLength(1)
})

it('says that it is not saved, until it is: it is sent again when the field is left', async () => {
  api.answers[SAVE] = refused(500, 'No room.')
  const input = await city()
  // After the pause: were it left before that, it would be sent again when the pause is over.
  await fill('City', 'Melaka')
  await screen.findByText(NOT_SAVED)
  expect([input.value, input.getAttribute('aria-invalid')]).toEqual(['Melaka', 'true'])
  api.answers[SAVE] = ok(ali)
  fireEvent.blur(input)
  await sent(2)
  await waitFor(() => expect(screen.queryByText(NOT_SAVED)).toBeNull())
  expect(lastBodyOf(api, SAVE)).toEqual({ fields: { city: 'Melaka' } })
})

it('sends again what failed, once it is changed, even back to what was there', async () => {
  api.answers[SAVE] = refused(500, 'No room.')
  await city()
  await fill('City', 'Melaka')
  await screen.findByText(NOT_SAVED)
  api.answers[SAVE] = ok(ali)
  await fill('City', 'Ipoh')
  await sent(2)
  expect(lastBodyOf(api, SAVE)).toEqual({ fields: { city: 'Ipoh' } })
})

it('shows what was saved while the panel was closing, once it is loaded', async () => {
  const input = await city()
  await press('Load again')
  expect(input.value).toBe('Melaka')
  fireEvent.blur(input)
  await press('Leave')
  expect(callsOf(api, SAVE)).toEqual([])
})
