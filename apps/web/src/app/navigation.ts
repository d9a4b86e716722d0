import type { Role } from '@kirim/contract/accounts'
import {
  Bot,
  CircleUserRound,
  FileUp,
  Images,
  LayoutDashboard,
  type LucideIcon,
  QrCode,
  Shield,
  UsersRound,
} from 'lucide-react'
import { textKey } from '#shared/i18n/text-key.ts'

export interface NavigationItem {
  to: string
  label: string
  icon: LucideIcon
}

interface RoledItem extends NavigationItem {
  adminOnly?: true
}

const mainItems: readonly RoledItem[] = [
  { to: '/', label: textKey('Dashboard'), icon: LayoutDashboard },
  { to: '/scan-device', label: textKey('Scan Device'), icon: QrCode },
  { to: '/contacts', label: textKey('Upload Contacts'), icon: FileUp },
  { to: '/ai-chatbot', label: textKey('AI Chatbot'), icon: Bot },
  { to: '/admin/users', label: textKey('Admin Users'), icon: Shield, adminOnly: true },
]

const userItems: readonly RoledItem[] = [
  { to: '/account', label: textKey('Account'), icon: CircleUserRound },
  { to: '/media-storage', label: textKey('Media Storage'), icon: Images },
  {
    to: '/admin/users',
    label: textKey('Membership Management'),
    icon: UsersRound,
    adminOnly: true,
  },
]

const reachedFrom: Readonly<Record<string, string>> = {
  '/': '/campaigns',
  '/ai-chatbot': '/settings',
  '/contacts': '/opt-outs',
  '/admin/users': '/admin/cluster',
}

/**
 * Whether a link leads to the page or to one above it. Settings are reached from AI Chatbot only,
 * opt-outs from the contacts, campaigns from the dashboard, the cluster from the members.
 */
export function isCurrent(to: string, pathname: string): boolean {
  const leadsTo = (place: string) =>
    pathname === place || (place !== '/' && pathname.startsWith(`${place}/`))
  const reached = reachedFrom[to]
  return leadsTo(to) || (reached !== undefined && leadsTo(reached))
}

/** The links of the top bar [2.nav]. */
export function mainNavigation(role: Role): readonly NavigationItem[] {
  return allowed(mainItems, role)
}

/** The links of the user menu [2.user-menu]. */
export function userNavigation(role: Role): readonly NavigationItem[] {
  return allowed(userItems, role)
}

function allowed(items: readonly RoledItem[], role: Role): readonly NavigationItem[] {
  return items.filter((item) => !item.adminOnly || role === 'admin')
}
