// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ThemeProvider, useTheme } from './theme.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
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

it('where the browser keeps nothing, the theme lasts for the visit', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  start()
  fireEvent.click(screen.getByText('light'))
  screen.getByText('dark')
})
