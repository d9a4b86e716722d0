// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import '#shared/i18n/i18n.ts'
import { RouteFailure } from './route-failure.tsx'

afterEach(cleanup)

it('a page that broke can be reloaded, and left when it stays broken', () => {
  render(<RouteFailure />)
  screen.getByRole('button', { name: 'Reload the page' })
  const home = screen.getByRole('link', { name: 'Go to the dashboard' })
  expect(home.getAttribute('href')).toBe('/')
})
