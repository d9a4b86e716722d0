import type { ComponentType } from 'react'
import { parse } from 'regexparam'
import { matchRoute } from 'wouter'
import { textKey } from '#shared/i18n/text-key.ts'
import { lazyOnceLoaded } from '#shared/ui/lazy-once-loaded.tsx'
import { campaignFormTitle } from './campaign-form-address.ts'
import type { PageTitle } from './page-title.ts'

interface SignedInPage {
  path: string
  title: PageTitle
  Page: ReturnType<typeof lazyOnceLoaded<object>>
}

/** A page whose code is loaded on the first visit; `title` names the browser tab. */
function page(path: string, title: PageTitle, load: () => Promise<ComponentType>): SignedInPage {
  return { path, title, Page: lazyOnceLoaded(load) }
}

const campaignForm = (likely: 'bulk' | 'ai_chatbot') => async () => {
  const { CampaignFormRoute, loadForm } = await import('./campaign-form-route.tsx')
  await loadForm[likely]()
  return CampaignFormRoute
}

const sandboxTitle: PageTitle = (_address, onLiveNetwork) =>
  onLiveNetwork ? textKey('Page not found') : textKey('Sandbox phone')

/** The routes of a signed-in user [2.route]; the first match wins. */
const pages = [
  page('/', textKey('Dashboard'), async () => {
    const { DashboardPage } = await import('./dashboard/dashboard-page.tsx')
    return DashboardPage
  }),
  page('/scan-device', textKey('Scan Device'), async () => {
    const { ScanDevicePage } = await import('#features/devices/scan-device-page.tsx')
    return ScanDevicePage
  }),
  page('/contacts', textKey('Manage Contacts'), async () => {
    const { ContactsPage } = await import('#features/contacts/contacts-page.tsx')
    return ContactsPage
  }),
  page('/opt-outs', textKey('Opt-outs'), async () => {
    const { OptOutsPage } = await import('#features/opt-outs/opt-outs-page.tsx')
    return OptOutsPage
  }),
  page('/campaigns', textKey('Campaigns'), async () => {
    const { CampaignsPage } = await import('#features/campaigns/list/campaigns-page.tsx')
    return CampaignsPage
  }),
  page('/campaigns/:campaignId', textKey('Campaign'), async () => {
    const { CampaignPage } = await import('#features/campaigns/ledger/campaign-page.tsx')
    return CampaignPage
  }),
  page('/add-campaign', campaignFormTitle, campaignForm('bulk')),
  page('/dashboard/add-campaign/:deviceId?/:campaignId?', campaignFormTitle, campaignForm('bulk')),
  page('/ai-chatbot', textKey('AI Chatbot'), async () => {
    const { ChatbotNumbersPage } = await import('#features/chatbots/numbers/numbers-page.tsx')
    return ChatbotNumbersPage
  }),
  page('/ai-chatbot/:numberId/campaigns', textKey('Campaign List'), async () => {
    const { ItemsPage } = await import('#features/chatbots/items/items-page.tsx')
    return ItemsPage
  }),
  page('/ai-chatbot/:numberId/responses', textKey('Saved Responses'), async () => {
    const { SavedResponsesPage } = await import(
      '#features/chatbots/responses/saved-responses-page.tsx'
    )
    return SavedResponsesPage
  }),
  page('/ai-chatbot/:numberId/campaigns/create', campaignFormTitle, campaignForm('ai_chatbot')),
  page(
    '/ai-chatbot/:numberId/campaigns/:campaignId/edit',
    campaignFormTitle,
    campaignForm('ai_chatbot'),
  ),
  page('/account', textKey('Account Manager'), async () => {
    const { AccountPage } = await import('#features/accounts/account-page.tsx')
    return AccountPage
  }),
  page('/settings', textKey('Settings'), async () => {
    const { SettingsPage } = await import('#features/settings/settings-page.tsx')
    return SettingsPage
  }),
  page('/admin/users', textKey('Admin Users'), async () => {
    const { AdminRoute } = await import('./admin-route.tsx')
    return AdminRoute
  }),
  page('/admin/cluster', textKey('Cluster'), async () => {
    const { ClusterRoute } = await import('./cluster-route.tsx')
    return ClusterRoute
  }),
  page('/media-storage', textKey('Media Storage'), async () => {
    const { MediaPage } = await import('#features/media/media-page.tsx')
    return MediaPage
  }),
  page('/sandbox', sandboxTitle, async () => {
    const { SandboxRoute } = await import('./sandbox-route.tsx')
    return SandboxRoute
  }),
]

const elsewhere = page('*', textKey('Page not found'), async () => {
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
