// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '#shared/testing/render-page.tsx'
import { CampaignActions } from './campaign-actions.tsx'

afterEach(cleanup)

const show = (nameless: boolean) =>
  renderPage(<CampaignActions editing={false} saving={false} nameless={nameless} back="/" />)
const create = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create Campaign' })

it('a disabled button shows its reason on every screen', () => {
  show(true)
  expect(create().disabled).toBe(true)
  const reason = document.getElementById(create().getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe('Give the campaign a name first.')
  expect(reason?.className).not.toContain('hidden')
})

it('shows no reason when the button is enabled', () => {
  show(false)
  expect(create().disabled).toBe(false)
  expect(create().getAttribute('aria-describedby')).toBeNull()
})
