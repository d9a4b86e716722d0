import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useAddress } from '#shared/routing/address.ts'
import { cn } from '#shared/ui/cn.ts'
import { CHATS, isCurrent, type NavigationItem } from './navigation.ts'
import { UnansweredCount } from './unanswered-count.tsx'

export const rowClasses =
  'flex h-11 items-center gap-3 rounded-md px-3 text-muted-foreground hover:bg-accent [&_.lucide]:size-[18px]'

export function DrawerLink({
  item,
  onFollow,
  className,
}: {
  item: NavigationItem
  onFollow: () => void
  className?: string
}) {
  const { t } = useTranslation()
  const { pathname } = useAddress()
  const { to, label, icon: Icon } = item
  return (
    <Link
      to={to}
      aria-current={isCurrent(to, pathname) ? 'page' : undefined}
      onClick={onFollow}
      className={cn(
        rowClasses,
        'aria-[current=page]:bg-accent aria-[current=page]:font-medium aria-[current=page]:text-foreground aria-[current=page]:[&_.lucide]:text-primary',
        className,
      )}
    >
      <Icon aria-hidden="true" />
      {t(label)}
      {to === CHATS && <UnansweredCount className="ml-auto" />}
    </Link>
  )
}
