import { LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useAuth, useUser } from '#shared/auth/auth-context.ts'
import { leaveOnceAllowed } from '#shared/routing/leave-question.ts'
import { MenuItem, MenuSeparator } from '#shared/ui/menu.tsx'
import { MenuIcon } from '#shared/ui/menu-icon.tsx'
import { useWorkspaces } from '#shared/workspace/workspace-context.ts'
import { LanguageItems } from './language-menu.tsx'
import { userNavigation } from './navigation.ts'

/** The account's name and e-mail, its links, and Log Out. */
export function UserMenuItems() {
  const { t } = useTranslation()
  const { signOut } = useAuth()
  const user = useUser()
  const { current: workspace } = useWorkspaces()
  return (
    <>
      <div className="px-2 py-1.5">
        <p className="truncate font-medium">{user.name || t('User')}</p>
        <p className="truncate text-caption text-muted-foreground">{user.email}</p>
      </div>
      <MenuSeparator />
      {userNavigation({ role: user.role, workspace }).map(({ to, label, icon }) => (
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
    </>
  )
}
