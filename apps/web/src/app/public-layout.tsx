import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, Outlet, useLocation } from 'react-router'
import { MessageStory } from '#features/accounts/message-story.tsx'
import { useAuth } from '#shared/auth/auth-context.ts'
import { ThemeToggle } from '#shared/theme/theme-toggle.tsx'
import { Logo } from '#shared/ui/logo.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { LoadingPage } from './loading-page.tsx'
import { nextAddress } from './next-address.ts'
import { PageArrival } from './page-arrival.tsx'
import { useRouteTitle } from './use-route-title.ts'

const SignInToaster = lazy(async () => ({
  default: (await import('#shared/toast/sign-in-toaster.tsx')).SignInToaster,
}))

/** Sign in and register: leads on when somebody is already signed in (SPEC §2). */
export function PublicLayout() {
  const { t } = useTranslation()
  const { status, endedBy } = useAuth()
  const { search } = useLocation()
  const title = useRouteTitle()
  const ended = endedBy === 'server' ? t('Your session has ended. Please sign in again.') : null
  if (status === 'loading') return <LoadingPage />
  if (status === 'authenticated') return <Navigate to={nextAddress(search)} replace />
  return (
    <>
      <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.08fr)]">
        <div className="flex flex-col px-6 py-6 sm:px-12 lg:pr-16 lg:pl-[max(64px,9vw)]">
          <header className="flex flex-wrap items-center justify-between gap-y-2">
            <Link to="/login" className="rounded-md">
              <Logo large />
            </Link>
            <div className="-mr-2 flex items-center gap-1">
              <LanguageMenu />
              <ThemeToggle />
            </div>
          </header>
          <main className="flex flex-1 flex-col justify-center py-12">
            <Outlet />
          </main>
          <footer className="text-xs text-muted-foreground">
            {t('Self-hosted. Your contacts stay on this server.')}
          </footer>
        </div>
        <MessageStory />
      </div>
      <PageArrival title={title} />
      <Suspense fallback={null}>
        <SignInToaster notice={ended} />
      </Suspense>
    </>
  )
}
