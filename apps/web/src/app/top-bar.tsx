import type { User } from '@kirim/contract/accounts'
import { Menu as MenuGlyph, MessagesSquare } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useAddress } from '#shared/routing/address.ts'
import { ThemeToggle } from '#shared/theme/theme-toggle.tsx'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { Logo } from '#shared/ui/logo.tsx'
import { useWorkspaces } from '#shared/workspace/workspace-context.ts'
import { CHATS, isCurrent, mainNavigation } from './navigation.ts'
import { UnansweredCount, UnansweredWatch } from './unanswered-count.tsx'
import { UserMenu } from './user-menu.tsx'
import { WorkspaceMenu } from './workspaces/workspace-menu.tsx'

const NavigationDrawer = lazy(async () => ({
  default: (await import('./navigation-drawer.tsx')).NavigationDrawer,
}))

export function TopBar({ user, className }: { user: User; className?: string }) {
  const { t } = useTranslation()
  const { pathname } = useAddress()
  const { current: workspace } = useWorkspaces()
  const [drawerOpen, setDrawerOpen] = useState(false)
  const [drawerWanted, setDrawerWanted] = useState(false)
  const links = mainNavigation({ role: user.role, workspace })
  const hasChats = links.some(({ to }) => to === CHATS)
  const openDrawer = () => {
    setDrawerWanted(true)
    setDrawerOpen(true)
  }
  return (
    <header className={cn('fixed inset-x-0 top-0 z-30 h-14 border-b bg-card', className)}>
      <div className="mx-auto flex h-full max-w-[1200px] items-center gap-2 px-4 sm:px-6">
        <Button
          variant="ghost"
          size="icon"
          className="-ml-1.5 shrink-0 text-foreground lg:hidden"
          aria-label={t('Open menu')}
          onClick={openDrawer}
        >
          <MenuGlyph className="size-5!" aria-hidden="true" />
        </Button>
        <Link to="/" className="mr-1 shrink-0 rounded-md">
          <Logo brief />
        </Link>
        <span aria-hidden="true" className="hidden h-5 shrink-0 border-l lg:block" />
        <WorkspaceMenu />
        <nav
          aria-label={t('Main')}
          className="ml-1 hidden h-full shrink-0 items-stretch lg:flex xl:gap-1"
        >
          {links.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              aria-current={isCurrent(to, pathname) ? 'page' : undefined}
              className="relative flex items-center gap-1.5 px-2 whitespace-nowrap text-muted-foreground xl:px-2.5 hover:text-foreground aria-[current=page]:font-medium aria-[current=page]:text-foreground aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-2 xl:aria-[current=page]:after:inset-x-2.5 aria-[current=page]:after:-bottom-px aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-primary"
            >
              {t(label)}
              {to === CHATS && <UnansweredCount />}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex min-w-0 items-center gap-1.5 max-lg:shrink-0">
          {hasChats && (
            <Link
              to={CHATS}
              aria-current={isCurrent(CHATS, pathname) ? 'page' : undefined}
              className="relative grid size-9 place-items-center rounded-md hover:bg-accent lg:hidden pointer-coarse:size-11"
            >
              <MessagesSquare className="size-5" aria-hidden="true" />
              <span className="sr-only">{t('Chats')}</span>
              <UnansweredCount className="absolute top-0.5 right-0 h-4 min-w-4 text-[11px] leading-none ring-2 ring-card" />
            </Link>
          )}
          <ThemeToggle />
          <UserMenu />
        </div>
      </div>
      {hasChats && <UnansweredWatch />}
      {drawerWanted && (
        <Suspense fallback={null}>
          <NavigationDrawer user={user} open={drawerOpen} onOpenChange={setDrawerOpen} />
        </Suspense>
      )}
    </header>
  )
}
