import type { Session } from '@kirim/contract/accounts'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { WithQueries } from '#shared/api/with-queries.tsx'
import { useAuth } from '#shared/auth/auth-context.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { RealtimeProvider } from '#shared/realtime/realtime-provider.tsx'
import { useMissedEvents } from '#shared/realtime/use-missed-events.ts'
import { useAddress } from '#shared/routing/address.ts'
import { cn } from '#shared/ui/cn.ts'
import { useWorkspaces } from '#shared/workspace/workspace-context.ts'
import { LoadingPage } from './loading-page.tsx'
import { LostConnectionBar } from './lost-connection-bar.tsx'
import { PageAnnouncer } from './page-announcer.tsx'
import { SandboxBanner } from './sandbox-banner.tsx'
import { type PageFrame, placeIn } from './signed-in-pages.tsx'
import { TopBar } from './top-bar.tsx'
import { useCampaignHalts } from './use-campaign-halts.ts'
import { useNewAccess } from './workspaces/use-new-access.ts'
import { WorkspacesProvider } from './workspaces/workspaces-provider.tsx'

const Toaster = lazy(async () => ({
  default: (await import('#shared/toast/toaster.tsx')).Toaster,
}))

const LostWorkspaceNotice = lazy(async () => ({
  default: (await import('./workspaces/lost-workspace-notice.tsx')).LostWorkspaceNotice,
}))

interface SignedInLayoutProps {
  title: string
  frame?: PageFrame | undefined
  children: ReactNode
}

/** Every page of a signed-in user, in the workspace of this tab [2.route.layout]. */
export function SignedInLayout(props: SignedInLayoutProps) {
  const { user } = useAuth()
  if (!user) return null
  return (
    // A different user, signed in from another tab, starts with fresh pages and data.
    <WithQueries key={user._id}>
      <WorkspacesProvider personId={user._id} placeIn={placeIn} fallback={<LoadingPage />}>
        <WorkspaceLayout user={user} {...props} />
      </WorkspacesProvider>
      {/* Stays where the workspace changes, so that what was done there is still said. */}
      <Suspense fallback={null}>
        <Toaster limit={1} duration={5000} />
      </Suspense>
    </WithQueries>
  )
}

/** Top bar, banner, content. */
function WorkspaceLayout(props: SignedInLayoutProps & { user: Session }) {
  const { user, title, frame = 'page', children } = props
  const { t } = useTranslation()
  const { sessionEnded } = useAuth()
  const { current, lost } = useWorkspaces()
  const { pathname } = useAddress()
  const workspaceId = current?.id ?? null
  return (
    <>
      {/* Another workspace does, too. */}
      <WithQueries key={workspaceId}>
        <RealtimeProvider
          token={user.token}
          userId={user._id}
          workspaceId={workspaceId}
          onSignedOut={() => sessionEnded(user.token)}
        >
          <AccountWatch />
          <a
            href="#content"
            className="sr-only z-50 rounded-md bg-popover px-3 py-2 shadow-pop focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
          >
            {t('Skip to content')}
          </a>
          <TopBar user={user} className={cn(frame === 'screen' && 'max-lg:hidden')} />
          <div
            className={cn(
              frame !== 'page' && 'flex h-dvh flex-col',
              frame === 'screen' ? 'lg:pt-14' : 'pt-14',
            )}
          >
            <LostConnectionBar />
            <SandboxBanner />
            <main
              id="content"
              tabIndex={-1}
              data-fills={frame !== 'page' || undefined}
              className={cn(
                'outline-none',
                frame === 'page'
                  ? 'mx-auto max-w-[1200px] px-4 pt-6 pb-16 sm:px-6 sm:pt-8'
                  : 'relative flex min-h-0 flex-1 flex-col',
              )}
            >
              <Suspense fallback={null}>
                {lost !== null && <LostWorkspaceNotice name={lost} />}
              </Suspense>
              {children}
            </main>
          </div>
        </RealtimeProvider>
      </WithQueries>
      <PageAnnouncer pathname={pathname} name={title} workspace={current} />
    </>
  )
}

/**
 * Follows what the person is and may do in this workspace, and shows notices that concern every
 * page.
 */
function AccountWatch() {
  const { readAccountAgain } = useAuth()
  const { readAgain } = useWorkspaces()
  const readAll = () => {
    readAccountAgain()
    void readAgain()
  }
  useRealtimeEvent('account_changed', readAll)
  useCampaignHalts()
  useMissedEvents(readAll)
  useNewAccess()
  return null
}
