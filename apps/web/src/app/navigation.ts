import type { Role } from '@kirim/contract/accounts'
import type { Workspace } from '@kirim/contract/workspaces'
import {
  Bot,
  CircleUserRound,
  FileUp,
  Images,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  QrCode,
  Settings2,
  Shield,
  UsersRound,
} from 'lucide-react'
import { textKey } from '#shared/i18n/text-key.ts'
import { mayOpen, pageAt } from './signed-in-pages.tsx'

export interface NavigationItem {
  to: string
  label: string
  icon: LucideIcon
}

interface RoledItem extends NavigationItem {
  adminOnly?: true
}

/** The address of the chats, whose link says how many wait for an answer. */
export const CHATS = '/chats'

const mainItems: readonly RoledItem[] = [
  { to: '/', label: textKey('Dashboard'), icon: LayoutDashboard },
  { to: CHATS, label: textKey('Chats'), icon: MessagesSquare },
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

const workspaceItems: readonly RoledItem[] = [
  { to: '/team', label: textKey('Team'), icon: UsersRound },
  { to: '/workspace', label: textKey('Workspace settings'), icon: Settings2 },
]

const reachedFrom: Readonly<Record<string, readonly string[]>> = {
  '/': ['/campaigns'],
  '/ai-chatbot': ['/settings'],
  '/contacts': ['/opt-outs'],
  '/admin/users': ['/admin/workspaces', '/admin/cluster'],
}

/**
 * Whether a link leads to the page or to one above it. Settings are reached from AI Chatbot only,
 * opt-outs from the contacts, campaigns from the dashboard, the other pages of admins from the
 * members.
 */
export function isCurrent(to: string, pathname: string): boolean {
  const leadsTo = (place: string) =>
    pathname === place || (place !== '/' && pathname.startsWith(`${place}/`))
  return [to, ...(reachedFrom[to] ?? [])].some(leadsTo)
}

/** For whom links are shown. */
export interface Visitor {
  role: Role
  workspace: Workspace | null
}

/** The links of the top bar [2.nav]. */
export function mainNavigation(visitor: Visitor): readonly NavigationItem[] {
  return allowed(mainItems, visitor)
}

/** The links of the user menu [2.user-menu]. */
export function userNavigation(visitor: Visitor): readonly NavigationItem[] {
  return allowed(userItems, visitor)
}

/** The links of the menu under the name of the workspace. */
export function workspaceNavigation(visitor: Visitor): readonly NavigationItem[] {
  return allowed(workspaceItems, visitor)
}

/** A page that somebody may not open has no link. */
function allowed(items: readonly RoledItem[], visitor: Visitor): readonly NavigationItem[] {
  return items.filter(
    ({ to, adminOnly }) =>
      (!adminOnly || visitor.role === 'admin') && isLinked(to, visitor.workspace),
  )
}

/** Whether there is a page for them at this address. */
export function isLinked(to: string, workspace: Workspace | null): boolean {
  const { pathname, searchParams: search } = new URL(to, 'http://app.invalid')
  const page = pageAt(pathname)
  return page.path !== '*' && mayOpen(page, { params: page.params, search }, workspace)
}
