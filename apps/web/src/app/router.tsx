import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { textKey } from '#shared/i18n/text-key.ts'
import { NotFound } from '#shared/ui/not-found.tsx'
import { campaignFormTitle } from './campaign-form-address.ts'
import { LoadingPage } from './loading-page.tsx'
import { RouteFailure } from './route-failure.tsx'
import { SignedInLayout } from './signed-in-layout.tsx'
import { ToNextPage } from './to-next-page.tsx'
import type { RouteHandle } from './use-route-title.ts'

/** A route whose page is loaded when it is first visited; `title` names the browser's tab. */
function page(
  path: string,
  title: RouteHandle['title'],
  load: () => Promise<ComponentType>,
): RouteObject {
  return {
    ...(path === '/' ? { index: true } : { path }),
    handle: { title } satisfies RouteHandle,
    lazy: async () => ({ Component: await load() }),
  }
}

const campaignForm = (likely: 'bulk' | 'ai_chatbot') => async () => {
  const { CampaignFormRoute, loadForm } = await import('./campaign-form-route.tsx')
  await loadForm[likely]()
  return CampaignFormRoute
}

const sandboxTitle: RouteHandle['title'] = (_address, onLiveNetwork) =>
  onLiveNetwork ? textKey('Page not found') : textKey('Sandbox phone')

const signedInPages = [
  page('/', textKey('Dashboard'), async () => {
    const { DashboardPage } = await import('#features/analytics/dashboard-page.tsx')
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
  page('/campaigns', textKey('Campaigns'), async () => {
    const { CampaignsPage } = await import('#features/analytics/campaigns-page.tsx')
    return CampaignsPage
  }),
  page('/add-campaign', campaignFormTitle, campaignForm('bulk')),
  page('/dashboard/add-campaign/:deviceId?/:campaignId?', campaignFormTitle, campaignForm('bulk')),
  page('/ai-chatbot', textKey('AI Chatbot'), async () => {
    const { ChatbotNumbersPage } = await import('#features/chatbots/numbers-page.tsx')
    return ChatbotNumbersPage
  }),
  page('/ai-chatbot/:numberId/campaigns', textKey('Campaign List'), async () => {
    const { AiCampaignsPage } = await import('#features/chatbots/ai-campaigns-page.tsx')
    return AiCampaignsPage
  }),
  page('/ai-chatbot/:numberId/responses', textKey('Saved Responses'), async () => {
    const { SavedResponsesPage } = await import('#features/chatbots/saved-responses-page.tsx')
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
  {
    lazy: async () => {
      const { AdminGuard } = await import('#features/admin/admin-guard.tsx')
      return { Component: AdminGuard }
    },
    children: [
      page('/admin/users', textKey('Admin Users'), async () => {
        const { AdminUsersPage } = await import('#features/admin/users-page.tsx')
        return AdminUsersPage
      }),
    ],
  },
  page('/media-storage', textKey('Media Storage'), async () => {
    const { MediaPage } = await import('#features/media/media-page.tsx')
    return MediaPage
  }),
  {
    lazy: async () => ({ Component: (await import('./sandbox-only.tsx')).SandboxOnly }),
    children: [
      page('/sandbox', sandboxTitle, async () => {
        const { SandboxPage } = await import('#features/sandbox/sandbox-page.tsx')
        return SandboxPage
      }),
    ],
  },
  {
    path: '*',
    handle: { title: textKey('Page not found') } satisfies RouteHandle,
    Component: NotFound,
  },
]

const PUBLIC_PATHS = ['/login', '/register']

/** The route map of SPEC §2, as a signed-in user has it. */
export function createRouter() {
  return createBrowserRouter([
    {
      ErrorBoundary: RouteFailure,
      HydrateFallback: LoadingPage,
      children: [
        ...PUBLIC_PATHS.map((path) => ({ path, Component: ToNextPage })),
        {
          Component: SignedInLayout,
          children: [{ ErrorBoundary: RouteFailure, children: signedInPages }],
        },
      ],
    },
  ])
}
