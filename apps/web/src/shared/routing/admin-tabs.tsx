import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { textKey } from '#shared/i18n/text-key.ts'
import { cn } from '#shared/ui/cn.ts'

const TABS = [
  { to: '/admin/users', label: textKey('Members') },
  { to: '/admin/workspaces', label: textKey('Workspaces') },
  { to: '/admin/cluster', label: textKey('Cluster') },
]

/** Tabs of the admin pages. */
export function AdminTabs() {
  const { t } = useTranslation()
  const [pathname] = useLocation()
  return (
    <nav aria-label={t('Admin')} className="mb-5 flex gap-5 border-b">
      {TABS.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          aria-current={pathname === to ? 'page' : undefined}
          className={cn(
            'relative pb-2.5 pointer-coarse:pt-2.5',
            pathname === to
              ? 'font-medium after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:bg-primary'
              : 'text-muted-foreground hover:text-foreground',
          )}
        >
          {t(label)}
        </Link>
      ))}
    </nav>
  )
}
