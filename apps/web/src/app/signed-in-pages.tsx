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
  page('/', textKey('Dashboard'), () =>
    import('./dashboard/dashboard-page.tsx').then((m) => m.DashboardPage),
  ),
  page('/scan-device', textKey('Scan Device'), () =>
    import('#features/devices/scan-device-page.tsx').then((m) => m.ScanDevicePage),
  ),
  page('/contacts', textKey('Manage Contacts'), () =>
    import('#features/contacts/contacts-page.tsx').then((m) => m.ContactsPage),
  ),
  page('/opt-outs', textKey('Opt-outs'), () =>
    import('#features/opt-outs/opt-outs-page.tsx').then((m) => m.OptOutsPage),
  ),
  page('/campaigns', textKey('Campaigns'), () =>
    import('#features/campaigns/list/campaigns-page.tsx').then((m) => m.CampaignsPage),
  ),
  page('/campaigns/:campaignId', textKey('Campaign'), () =>
    import('#features/campaigns/ledger/campaign-page.tsx').then((m) => m.CampaignPage),
  ),
  page('/add-campaign', campaignFormTitle, campaignForm('bulk')),
  page('/dashboard/add-campaign/:deviceId?/:campaignId?', campaignFormTitle, campaignForm('bulk')),
  page('/ai-chatbot', textKey('AI Chatbot'), () =>
    import('#features/chatbots/numbers/numbers-page.tsx').then((m) => m.ChatbotNumbersPage),
  ),
  page('/ai-chatbot/:numberId/campaigns', textKey('Campaign List'), () =>
    import('#features/chatbots/items/items-page.tsx').then((m) => m.ItemsPage),
  ),
  page('/ai-chatbot/:numberId/responses', textKey('Saved Responses'), () =>
    import('#features/chatbots/responses/saved-responses-page.tsx').then(
      (m) => m.SavedResponsesPage,
    ),
  ),
  page('/ai-chatbot/:numberId/campaigns/create', campaignFormTitle, campaignForm('ai_chatbot')),
  page(
    '/ai-chatbot/:numberId/campaigns/:campaignId/edit',
    campaignFormTitle,
    campaignForm('ai_chatbot'),
  ),
  page('/account', textKey('Account Manager'), () =>
    import('#features/accounts/account-page.tsx').then((m) => m.AccountPage),
  ),
  page('/settings', textKey('Settings'), () =>
    import('#features/settings/settings-page.tsx').then((m) => m.SettingsPage),
  ),
  page('/admin/users', textKey('Admin Users'), () =>
    import('./admin-route.tsx').then((m) => m.AdminRoute),
  ),
  page('/admin/cluster', textKey('Cluster'), () =>
    import('./cluster-route.tsx').then((m) => m.ClusterRoute),
  ),
  page('/media-storage', textKey('Media Storage'), () =>
    import('#features/media/media-page.tsx').then((m) => m.MediaPage),
  ),
  page('/sandbox', sandboxTitle, () => import('./sandbox-route.tsx').then((m) => m.SandboxRoute)),
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
