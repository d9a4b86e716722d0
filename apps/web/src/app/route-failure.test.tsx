// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import '#shared/i18n/i18n.ts'
import { RealtimeContext } from '#shared/realtime/realtime-context.ts'
import { FakeSocket } from '#shared/testing/fake-socket.ts'
import { RouteFailure } from './route-failure.tsx'

afterEach(cleanup)

it('a page that broke can be reloaded, and left when it stays broken', () => {
  render(<RouteFailure isInLayout={false} />)
  screen.getByRole('button', { name: 'Reload the page' })
  const home = screen.getByRole('link', { name: 'Go to the dashboard' })
  expect(home.getAttribute('href')).toBe('/')
})

it('says that the server is unreachable, and reloads once it is back', () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { ...window.location, reload })
  const socket = new FakeSocket()
  const at = (offlineSince: number | null) => (
    <RealtimeContext value={socket.connection('connected', offlineSince)}>
      <RouteFailure isInLayout={false} />
    </RealtimeContext>
  )
  const { rerender } = render(at(1))
  screen.getByText('This page could not be loaded because the server is not responding.')
  expect(screen.queryByRole('button')).toBeNull()
  expect(reload).not.toHaveBeenCalled()
  rerender(at(null))
  expect(reload).toHaveBeenCalledOnce()
})
