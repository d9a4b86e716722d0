// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { fakeApi, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { ChatNumbersPage } from './chat-numbers-page.tsx'

const NONE = { come: 0, answered: 0, closed: 0 }
const UNKNOWN = { firstMedian: null, firstP90: null, waitMedian: null, waitP90: null }
const day = (name: string, more: object = {}) => ({ day: name, ...NONE, ...UNKNOWN, ...more })

afterEach(cleanup)

it('shows days as a chart and a table, and who answered after how long', async () => {
  const answered = { answered: 3, waitMedian: 90_000, waitP90: 7_500_000 }
  fakeApi({
    'GET /whatsapp/devices': ok([]),
    'GET /chats/stats': ok({
      total: { ...NONE, ...UNKNOWN },
      days: [day('2026-11-28', { come: 2 }), day('2026-11-29', { come: 5, ...answered })],
      numbers: [],
      people: [{ by: 'member', person: { name: 'Aina' }, ...NONE, ...UNKNOWN, ...answered }],
    }),
  })
  renderPage(<ChatNumbersPage />)
  const people = within(await screen.findByRole('region', { name: 'By whom' }))
  const row = within(people.getByText('Aina').closest('tr') as HTMLElement)
  expect(row.getByText('2 min')).toBeTruthy()
  expect(row.getByText('2 h 5 min')).toBeTruthy()
  const chart = screen.getByRole('slider', { name: 'Chats per day' })
  expect(chart.getAttribute('aria-valuetext')).toContain('Wrote 5')
  fireEvent.keyDown(chart, { key: 'ArrowLeft' })
  expect(chart.getAttribute('aria-valuetext')).toContain('Wrote 2')
})
