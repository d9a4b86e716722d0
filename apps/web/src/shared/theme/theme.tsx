import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import { browserStore, onStorageChange } from '#shared/storage/text-store.ts'

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

/**
 * The theme: light by default, stored in local storage and set as a class on the document root
 * [4.theme]. All tabs follow.
 */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [theme, setTheme] = useState(storedTheme)
  useLayoutEffect(() => {
    const { classList } = document.documentElement
    classList.remove('light', 'dark')
    classList.add(theme)
    if (browserStore.get(STORAGE_KEY) !== theme) browserStore.set(STORAGE_KEY, theme)
  }, [theme])
  useEffect(() => onStorageChange([STORAGE_KEY], () => setTheme(storedTheme())), [])
  const toggleTheme = () => setTheme(theme === 'dark' ? 'light' : 'dark')
  return <ThemeContext value={{ theme, toggleTheme }}>{children}</ThemeContext>
}

function storedTheme(): Theme {
  return browserStore.get(STORAGE_KEY) === 'dark' ? 'dark' : 'light'
}
