import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react'
import { keptInBrowser } from '#shared/storage/kept.ts'

type Theme = 'light' | 'dark'

const STORAGE_KEY = 'theme'

interface ThemeControl {
  theme: Theme
  toggleTheme: () => void
}

const ThemeContext = createContext<ThemeControl | null>(null)

/** @throws outside a ThemeProvider. */
export function useTheme(): ThemeControl {
  const control = useContext(ThemeContext)
  if (!control) throw new Error('useTheme mesti digunakan di dalam ThemeProvider')
  return control
}

/** Light by default, kept in local storage, a class on the document root (SPEC §4). */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [theme, setTheme] = useState<Theme>(() =>
    keptInBrowser.get(STORAGE_KEY) === 'dark' ? 'dark' : 'light',
  )
  useLayoutEffect(() => {
    document.documentElement.classList.toggle('dark', theme === 'dark')
    keptInBrowser.set(STORAGE_KEY, theme)
  }, [theme])
  const toggleTheme = () => setTheme(theme === 'dark' ? 'light' : 'dark')
  return <ThemeContext value={{ theme, toggleTheme }}>{children}</ThemeContext>
}
