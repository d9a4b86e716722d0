// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useUser } from '#shared/auth/auth-context.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { NavigationDrawer } from './navigation-drawer.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A screen whose width changes; jsdom has none. */
function screenThatWidens() {
  const width = Object.assign(new EventTarget(), { matches: false })
  vi.stubGlobal('matchMedia', () => width)
  return () =>
    act(async () => {
      width.matches = true
      width.dispatchEvent(new Event('change'))
    })
}

function Drawer() {
  const [open, setOpen] = useState(true)
  return <NavigationDrawer user={useUser()} open={open} onOpenChange={setOpen} />
}

it('the drawer closes when the window becomes wide', async () => {
  stubResizeObserver()
  const widen = screenThatWidens()
  renderPage(<Drawer />)
  screen.getByRole('dialog', { name: 'Menu' })
  await widen()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
