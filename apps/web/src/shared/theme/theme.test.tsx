// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { browserStore } from '#shared/storage/text-store.ts'
import { ThemeProvider, useTheme } from './theme.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  browserStore.remove('theme')
})

function Probe() {
  const { theme, toggleTheme } = useTheme()
  return (
    <button type="button" onClick={toggleTheme}>
      {theme}
    </button>
  )
}

const start = () =>
  render(
    <ThemeProvider>
      <Probe />
    </ThemeProvider>,
  )

it('the helper throws in Malay outside its provider [8.theme-outside]', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => render(<Probe />)).toThrow('useTheme mesti digunakan di dalam ThemeProvider')
})

it('lasts for the visit when storage is blocked', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  start()
  fireEvent.click(screen.getByText('light'))
  screen.getByText('dark')
})

it('is exactly one class on the document root [4.theme.toggle]', () => {
  const root = document.documentElement
  // As the page's first script left it.
  root.className = 'light'
  start()
  expect(root.className).toBe('light')
  fireEvent.click(screen.getByText('light'))
  expect(root.className).toBe('dark')
  fireEvent.click(screen.getByText('dark'))
  expect(root.className).toBe('light')
})

it.each([
  ['changes it', () => localStorage.setItem('theme', 'dark'), 'theme', 'dark'],
  ['changes something else', () => localStorage.setItem('theme', 'dark'), 'language', 'light'],
  ['clears everything', () => localStorage.clear(), null, 'light'],
])('follows another tab that %s', (_what, change, key, theme) => {
  start()
  change()
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
  screen.getByText(theme)
})
