import type { User } from '@kirim/contract/accounts'
import { ChevronDown, LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAuth } from '#shared/auth/auth-context.ts'
import { leaveOnceAllowed } from '#shared/forms/leave-question.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Menu, MenuIcon, MenuItem, MenuSeparator } from '#shared/ui/menu.tsx'
import { LanguageItems } from './language-menu.tsx'
import { userNavigation } from './navigation.ts'

export function UserMenu({ user }: { user: User }) {
  const { t } = useTranslation()
  const { signOut } = useAuth()
  const name = user.name || t('User')
  return (
    <Menu
      className="w-60"
      trigger={
        <button
          type="button"
          className="flex h-9 items-center gap-2 rounded-md px-1 hover:bg-accent data-[state=open]:bg-accent lg:pr-2 pointer-coarse:h-11"
        >
          <span className="sr-only">{t('User menu')}</span>
          <Avatar name={name} size="sm" />
          <span className="hidden max-w-40 truncate font-medium lg:inline">{name}</span>
          <ChevronDown
            className="hidden size-3.5 text-muted-foreground lg:block"
            aria-hidden="true"
          />
        </button>
      }
    >
      <div className="px-2 py-1.5">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-caption text-muted-foreground">{user.email}</p>
      </div>
      <MenuSeparator />
      {userNavigation(user.role).map(({ to, label, icon }) => (
        <MenuItem key={label} asChild>
          <Link to={to}>
            <MenuIcon icon={icon} />
            {t(label)}
          </Link>
        </MenuItem>
      ))}
      <MenuSeparator />
      <LanguageItems />
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={() => leaveOnceAllowed(signOut)}>
        {t('Log Out')}
      </MenuItem>
    </Menu>
  )
}
