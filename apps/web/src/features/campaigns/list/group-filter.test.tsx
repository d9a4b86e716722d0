// @vitest-environment jsdom
import type { CampaignGroup } from '@kirim/contract/campaign-list'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { choose, stubLayout } from '#shared/testing/user.ts'
import { GroupFilter } from './group-filter.tsx'

const onChange = vi.fn()

beforeEach(stubLayout)
afterEach(async () => {
  cleanup()
  onChange.mockReset()
  await i18n.changeLanguage('en')
  vi.unstubAllGlobals()
})

function show(counts: Partial<Record<CampaignGroup, number>>, value: CampaignGroup | null = null) {
  renderPage(<GroupFilter counts={counts} value={value} onChange={onChange} />)
  const group = screen.getByRole('group')
  return within(group).getAllByRole('button')
}

const labels = (buttons: readonly HTMLElement[]) => buttons.map(({ textContent }) => textContent)

it.each<[Partial<Record<CampaignGroup, number>>, CampaignGroup | null, string[]]>([
  [{}, null, ['All 0']],
  [{ completed: 1200, draft: 1 }, null, ['All 1,201', 'Drafts 1', 'Completed 1,200']],
  [{ under_way: 0, paused: 2 }, null, ['All 2', 'Paused 2']],
  [{ completed: 3 }, 'paused', ['All 3', 'Paused 0', 'Completed 3']],
])('%j with %s chosen offers %j', (counts, value, expected) => {
  expect(labels(show(counts, value))).toEqual(expected)
})

it('sorts the groups by urgency', () => {
  const counts = { cancelled: 1, completed: 1, draft: 1, paused: 1, scheduled: 1, under_way: 1 }
  expect(labels(show(counts))).toEqual([
    'All 6',
    'Under way 1',
    'Scheduled 1',
    'Paused 1',
    'Drafts 1',
    'Completed 1',
    'Cancelled 1',
  ])
})

it('marks the selected group, and All clears the selection', () => {
  const buttons = show({ paused: 2, completed: 1 }, 'paused')
  expect(buttons.map((button) => button.getAttribute('aria-pressed'))).toEqual([
    'false',
    'true',
    'false',
  ])
  for (const button of buttons) fireEvent.click(button)
  expect(onChange.mock.calls).toEqual([[null], ['paused'], ['completed']])
})

it('is a select on phones', async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
  const counts = { paused: 2, completed: 1 }
  renderPage(<GroupFilter counts={counts} value={null} onChange={onChange} />)
  await choose('Status', /^Paused/)
  expect(onChange).toHaveBeenCalledExactlyOnceWith('paused')
})

it('is translated into Malay', async () => {
  await i18n.changeLanguage('ms')
  const buttons = show({ under_way: 2 })
  expect(labels(buttons)).toEqual([`${i18n.t('All')} 2`, `${i18n.t('Under way')} 2`])
  expect(labels(buttons)[0]).not.toContain('All')
  screen.getByRole('group', { name: i18n.t('Status') })
})
