import type { User } from '@kirim/contract/accounts'
import { Menu as MenuGlyph } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useAddress } from '#shared/routing/address.ts'
import { ThemeToggle } from '#shared/theme/theme-toggle.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Logo } from '#shared/ui/logo.tsx'
import { useWorkspaces } from '#shared/workspace/workspace-context.ts'
import { isCurrent, mainNavigation } from './navigation.ts'
import { UserMenu } from './user-menu.tsx'

const NavigationDrawer = lazy(async () => ({
  default: (await import('./navigation-drawer.tsx')).NavigationDrawer,
}))

export function TopBar({ user }: { user: User }) {
  const { t } = useTranslation()
  const { pathname } = useAddress()
  const { current: workspace } = useWorkspaces()
  const [drawerOpen, setDrawerOpen] = useState(false)
  const [drawerWanted, setDrawerWanted] = useState(false)
  const openDrawer = () => {
    setDrawerWanted(true)
    setDrawerOpen(true)
  }
  return (
    <header className="fixed inset-x-0 top-0 z-30 h-14 border-b bg-card">
      <div className="mx-auto flex h-full max-w-[1200px] items-center gap-2 px-4 sm:px-6">
        <Button
          variant="ghost"
          size="icon"
          className="mr-0.5 -ml-1.5 text-foreground md:hidden"
          aria-label={t('Open menu')}
          onClick={openDrawer}
        >
          <MenuGlyph className="size-5!" aria-hidden="true" />
        </Button>
        <Link to="/" className="mr-2 rounded-md lg:mr-4">
          <Logo />
        </Link>
        <nav aria-label={t('Main')} className="hidden h-full items-stretch md:flex lg:gap-1">
          {mainNavigation({ role: user.role, workspace }).map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              aria-current={isCurrent(to, pathname) ? 'page' : undefined}
              className="relative flex items-center px-1.5 text-caption whitespace-nowrap lg:px-2.5 lg:text-sm text-muted-foreground hover:text-foreground aria-[current=page]:font-medium aria-[current=page]:text-foreground aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-1.5 lg:aria-[current=page]:after:inset-x-2.5 aria-[current=page]:after:-bottom-px aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-primary"
            >
              {t(label)}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1.5">
          <ThemeToggle />
          <UserMenu />
        </div>
      </div>
      {drawerWanted && (
        <Suspense fallback={null}>
          <NavigationDrawer user={user} open={drawerOpen} onOpenChange={setDrawerOpen} />
        </Suspense>
      )}
    </header>
  )
}
