import type { User } from '@kirim/contract/accounts'
import { LogOut, X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useAuth } from '#shared/auth/auth-context.ts'
import { languageOptions, useLanguage } from '#shared/i18n/language.ts'
import { leaveOnceAllowed } from '#shared/routing/leave-question.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { Logo } from '#shared/ui/logo.tsx'
import { Segmented } from '#shared/ui/segmented.tsx'
import { Sheet, SheetClose } from '#shared/ui/sheet.tsx'
import { useIsLarge } from '#shared/ui/use-is-wide.ts'
import { useWorkspaces } from '#shared/workspace/workspace-context.ts'
import { DrawerLink, rowClasses } from './drawer-link.tsx'
import { mainNavigation, userNavigation } from './navigation.ts'
import { DrawerWorkspace } from './workspaces/drawer-workspace.tsx'

interface NavigationDrawerProps {
  user: User
  open: boolean
  onOpenChange: (open: boolean) => void
}

/**
 * On small screens the top bar's links, those of the workspace, and the account's at the bottom.
 */
export function NavigationDrawer({ user, open, onOpenChange }: NavigationDrawerProps) {
  const { t } = useTranslation()
  const { signOut } = useAuth()
  const { current: workspace } = useWorkspaces()
  const { language, chooseLanguage } = useLanguage()
  const close = () => onOpenChange(false)
  const isLarge = useIsLarge()
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (isLarge) closeNow()
  }, [isLarge])
  const logOut = () => {
    close()
    leaveOnceAllowed(signOut)
  }
  return (
    <Sheet open={open} onOpenChange={onOpenChange} side="left" title={t('Menu')}>
      <div className="flex h-14 shrink-0 items-center justify-between border-b pr-2 pl-4">
        <Logo />
        <SheetClose asChild>
          <Button variant="ghost" size="icon" aria-label={t('Close menu')}>
            <X aria-hidden="true" />
          </Button>
        </SheetClose>
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <nav aria-label={t('Main')} className="flex flex-col gap-0.5 p-2">
          {mainNavigation({ role: user.role, workspace }).map((item) => (
            <DrawerLink key={item.label} item={item} onFollow={close} className="text-[15px]" />
          ))}
        </nav>
        <DrawerWorkspace user={user} onFollow={close} />
        <div className="mt-auto border-t p-2">
          <div className="flex items-center gap-3 px-3 py-2.5">
            <Avatar name={user.name} />
            <div className="min-w-0">
              <p className="truncate font-medium">{user.name || t('User')}</p>
              <p className="truncate text-caption text-muted-foreground">{user.email}</p>
            </div>
          </div>
          {userNavigation({ role: user.role, workspace }).map((item) => (
            <DrawerLink key={item.label} item={item} onFollow={close} />
          ))}
          <div className="px-3 py-2">
            <Segmented
              aria-label={t('Language')}
              value={language}
              onValueChange={chooseLanguage}
              options={languageOptions}
              full
            />
          </div>
          <button type="button" onClick={logOut} className={cn(rowClasses, 'w-full')}>
            <LogOut aria-hidden="true" />
            {t('Log Out')}
          </button>
        </div>
      </div>
    </Sheet>
  )
}
