import { Moon, Sun } from 'lucide-react'
import { Button } from '#shared/ui/button.tsx'
import { useTheme } from './theme.tsx'

export function ThemeToggle() {
  const { theme, toggleTheme } = useTheme()
  const Icon = theme === 'dark' ? Sun : Moon
  return (
    <Button variant="ghost" size="icon" onClick={toggleTheme}>
      <Icon className="size-[18px]!" aria-hidden="true" />
      <span className="sr-only">Tukar tema</span>
    </Button>
  )
}
