import type { Shown } from '@kirim/contract/call'
import { type Capability, mayDo } from '@kirim/contract/roles'
import type { Workspace } from '@kirim/contract/workspaces'
import type { ComponentType } from 'react'
import { parse } from 'regexparam'
import { matchRoute } from 'wouter'
import { textKey } from '#shared/i18n/text-key.ts'
import { lazyOnceLoaded } from '#shared/ui/lazy-once-loaded.tsx'
import { isWithheld } from '#shared/workspace/withheld.ts'
import { campaignFormNeeds, campaignFormTitle } from './campaign-form-address.ts'
import type { PageTitle, RouteAddress } from './page-title.ts'

/** What a page needs in the workspace of the tab; null for one that is outside of workspaces. */
type Needs = Capability | null

/**
 * A page of the usual width, one that fills the window, or one that does so and whose own head
 * stands in place of the top bar under 1024 px.
 */
export type PageFrame = 'page' | 'window' | 'screen'

interface SignedInPage {
  path: string
  title: PageTitle
  needs: Needs | ((address: RouteAddress) => Needs)
  /** What must not be withheld from the person. */
  shows?: readonly Shown[]
  frame?: PageFrame
  Page: ReturnType<typeof lazyOnceLoaded<object>>
}

/** A page whose code is loaded on the first visit; `title` names the browser tab. */
function page(
  path: string,
  title: PageTitle,
  needs: SignedInPage['needs'],
  load: () => Promise<ComponentType>,
): SignedInPage {
  return { path, title, needs, Page: lazyOnceLoaded(load) }
}

const campaignForm = (likely: 'bulk' | 'ai_chatbot') => async () => {
  const { CampaignFormRoute, loadForm } = await import('./campaign-form-route.tsx')
  await loadForm[likely]()
  return CampaignFormRoute
}

const sandboxTitle: PageTitle = (_address, onLiveNetwork) =>
  onLiveNetwork ? textKey('Page not found') : textKey('Sandbox phone')

/** One page with three addresses, so that its list stays when a chat is opened. */
const chats: SignedInPage = {
  ...page('/chats', textKey('Chats'), 'chats:read', () =>
    import('./chats-route.tsx').then((m) => m.ChatsRoute),
  ),
  frame: 'window',
}

/** The routes of a signed-in user [2.route]; the first match wins. */
const pages: readonly SignedInPage[] = [
  page('/', textKey('Dashboard'), 'campaigns:read', () =>
    import('./dashboard/dashboard-page.tsx').then((m) => m.DashboardPage),
  ),
  page('/chats/numbers', textKey('Numbers of chats'), 'chats:read', () =>
    import('#features/chats/numbers/chat-numbers-page.tsx').then((m) => m.ChatNumbersPage),
  ),
  chats,
  { ...chats, path: '/chats/:chatId', frame: 'screen' },
  { ...chats, path: '/chats/:chatId/contact', frame: 'screen' },
  page('/scan-device', textKey('Scan Device'), 'numbers:read', () =>
    import('#features/devices/scan-device-page.tsx').then((m) => m.ScanDevicePage),
  ),
  page('/contacts', textKey('Manage Contacts'), 'contacts:read', () =>
    import('#features/contacts/contacts-page.tsx').then((m) => m.ContactsPage),
  ),
  page('/opt-outs', textKey('Opt-outs'), 'opt-outs:read', () =>
    import('#features/opt-outs/opt-outs-page.tsx').then((m) => m.OptOutsPage),
  ),
  page('/campaigns', textKey('Campaigns'), 'campaigns:read', () =>
    import('#features/campaigns/list/campaigns-page.tsx').then((m) => m.CampaignsPage),
  ),
  page('/campaigns/:campaignId', textKey('Campaign'), 'campaigns:read', () =>
    import('#features/campaigns/ledger/campaign-page.tsx').then((m) => m.CampaignPage),
  ),
  page('/add-campaign', campaignFormTitle, campaignFormNeeds, campaignForm('bulk')),
  page(
    '/dashboard/add-campaign/:deviceId?/:campaignId?',
    campaignFormTitle,
    campaignFormNeeds,
    campaignForm('bulk'),
  ),
  page('/ai-chatbot', textKey('AI Chatbot'), 'chatbots:read', () =>
    import('#features/chatbots/numbers/numbers-page.tsx').then((m) => m.ChatbotNumbersPage),
  ),
  page('/ai-chatbot/:numberId/campaigns', textKey('Campaign List'), 'chatbots:read', () =>
    import('#features/chatbots/items/items-page.tsx').then((m) => m.ItemsPage),
  ),
  {
    ...page('/ai-chatbot/:numberId/responses', textKey('Saved Responses'), 'chatbots:read', () =>
      import('#features/chatbots/responses/saved-responses-page.tsx').then(
        (m) => m.SavedResponsesPage,
      ),
    ),
    shows: ['chats'],
  },
  page(
    '/ai-chatbot/:numberId/campaigns/create',
    campaignFormTitle,
    campaignFormNeeds,
    campaignForm('ai_chatbot'),
  ),
  page(
    '/ai-chatbot/:numberId/campaigns/:campaignId/edit',
    campaignFormTitle,
    campaignFormNeeds,
    campaignForm('ai_chatbot'),
  ),
  page('/account', textKey('Account Manager'), null, () =>
    import('./account-route.tsx').then((m) => m.AccountRoute),
  ),
  page('/team', textKey('Team'), 'team:read', () =>
    import('#features/workspaces/team/team-page.tsx').then((m) => m.TeamPage),
  ),
  page('/workspace', textKey('Workspace settings'), 'workspace:read', () =>
    import('./workspace-route.tsx').then((m) => m.WorkspaceRoute),
  ),
  page('/settings', textKey('Settings'), 'settings:read', () =>
    import('#features/settings/settings-page.tsx').then((m) => m.SettingsPage),
  ),
  page('/admin/users', textKey('Admin Users'), null, () =>
    import('./admin-route.tsx').then((m) => m.AdminRoute),
  ),
  page('/admin/workspaces', textKey('Workspaces'), null, () =>
    import('./workspaces-route.tsx').then((m) => m.WorkspacesRoute),
  ),
  page('/admin/cluster', textKey('Cluster'), null, () =>
    import('./cluster-route.tsx').then((m) => m.ClusterRoute),
  ),
  page('/media-storage', textKey('Media Storage'), 'media:read', () =>
    import('#features/media/media-page.tsx').then((m) => m.MediaPage),
  ),
  {
    ...page('/sandbox', sandboxTitle, 'numbers:write', () =>
      import('./sandbox-route.tsx').then((m) => m.SandboxRoute),
    ),
    shows: ['chats', 'phone numbers', 'all numbers'],
  },
]

const elsewhere = page('*', textKey('Page not found'), null, async () => {
  const { NotFound } = await import('#shared/ui/not-found.tsx')
  return NotFound
})

/** The page of an address, and the parameters in its path. */
export function pageAt(pathname: string) {
  for (const shown of pages) {
    const [fits, params] = matchRoute(parse, shown.path, pathname)
    if (fits) return { ...shown, params }
  }
  return { ...elsewhere, params: {} }
}

type PageNeeds = Pick<SignedInPage, 'needs' | 'shows'>

/** Whether a page is there for the person, in the workspace of the tab or in another. */
export function mayOpen(
  { needs, shows = [] }: PageNeeds,
  address: RouteAddress,
  workspace: Workspace | null,
): boolean {
  const needed = typeof needs === 'function' ? needs(address) : needs
  if (needed === null) return true
  if (!workspace || !mayDo(workspace.role, needed)) return false
  return shows.every((what) => !isWithheld(what, workspace))
}

/**
 * The address of a page in another workspace; the dashboard instead of a form, of a page about
 * something of this one, or of a page that the person may not open there.
 */
export function placeIn(workspace: Workspace, pathname: string): string {
  const place = pageAt(pathname)
  const isOfAll = typeof place.needs !== 'function' && Object.keys(place.params).length === 0
  const address = { params: {}, search: new URLSearchParams() }
  return isOfAll && mayOpen(place, address, workspace) ? pathname : '/'
}
