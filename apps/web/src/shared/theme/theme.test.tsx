// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useTheme } from './theme.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Probe() {
  return <p>{useTheme().theme}</p>
}

it('the helper throws in Malay outside its provider [8.theme-outside]', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => render(<Probe />)).toThrow('useTheme mesti digunakan di dalam ThemeProvider')
})
