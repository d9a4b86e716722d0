import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#shared/auth/auth-context.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Menu } from '#shared/ui/menu.tsx'
import { UserMenuItems } from './user-menu-items.tsx'

export function UserMenu() {
  const { t } = useTranslation()
  const name = useUser().name || t('User')
  return (
    <Menu
      className="w-60"
      trigger={
        <button
          type="button"
          className="flex h-9 min-w-0 items-center gap-2 rounded-md px-1 hover:bg-accent data-[state=open]:bg-accent xl:pr-2 pointer-coarse:h-11"
        >
          <span className="sr-only">{t('User menu')}</span>
          <Avatar name={name} size="sm" />
          <span className="hidden max-w-40 min-w-0 truncate font-medium xl:inline">{name}</span>
          <ChevronDown
            className="hidden size-3.5 shrink-0 text-muted-foreground xl:block"
            aria-hidden="true"
          />
        </button>
      }
    >
      <UserMenuItems />
    </Menu>
  )
}
