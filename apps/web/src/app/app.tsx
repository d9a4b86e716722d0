import { Suspense } from 'react'
import { I18nextProvider } from 'react-i18next'
import { useLocationProperty } from 'wouter/use-browser-location'
import { AuthProvider } from '#features/accounts/auth-provider.tsx'
import { useAuth } from '#shared/auth/auth-context.ts'
import { i18n } from '#shared/i18n/i18n.ts'
import { useLanguageOfOtherTabs } from '#shared/i18n/language.ts'
import { browserStore } from '#shared/storage/text-store.ts'
import { ThemeProvider } from '#shared/theme/theme.tsx'
import { lazyOnceLoaded } from '#shared/ui/lazy-once-loaded.tsx'
import { FailureBoundary } from './failure-boundary.tsx'
import { LoadingPage } from './loading-page.tsx'
import { PATHS_FOR_ALL } from './paths-for-all.ts'

const PublicApp = lazyOnceLoaded(async () => (await import('./public-app.tsx')).PublicApp)
const SignedInApp = lazyOnceLoaded(async () => {
  const half = await import('./signed-in-app.tsx')
  await half.loadFirstPage()
  return half.SignedInApp
})

/**
 * Preloads the part of the app that this visit most likely starts with; a failure shows when the
 * part is rendered.
 */
export async function preloadApp(): Promise<void> {
  const half = browserStore.get('token') ? SignedInApp : PublicApp
  await half.load().catch(() => undefined)
}

export function App() {
  useLanguageOfOtherTabs()
  return (
    <I18nextProvider i18n={i18n}>
      <ThemeProvider>
        <AuthProvider>
          <FailureBoundary>
            <Suspense fallback={<LoadingPage />}>
              <Pages />
            </Suspense>
          </FailureBoundary>
        </AuthProvider>
      </ThemeProvider>
    </I18nextProvider>
  )
}

/** An anonymous visitor loads nothing of the signed-in app. */
function Pages() {
  const { status } = useAuth()
  const forAll = useLocationProperty(() => PATHS_FOR_ALL.includes(window.location.pathname))
  if (status === 'loading') return <LoadingPage />
  return status === 'authenticated' && !forAll ? <SignedInApp /> : <PublicApp />
}
