import { Suspense } from 'react'
import { Redirect, Route } from 'wouter'
import { useAddress } from '#shared/routing/address.ts'
import { AppRouter } from '#shared/routing/app-router.tsx'
import { FailureBoundary } from './failure-boundary.tsx'
import { LoadingPage } from './loading-page.tsx'
import { nextAddress } from './next-address.ts'
import { titleOf } from './page-title.ts'
import { SignedInLayout } from './signed-in-layout.tsx'
import { pageAt } from './signed-in-pages.tsx'

const PUBLIC_PATHS = ['/login', '/register']

/** The pages of a signed-in user. */
export function SignedInApp() {
  return (
    <FailureBoundary>
      <AppRouter>
        <Shown />
      </AppRouter>
    </FailureBoundary>
  )
}

function Shown() {
  const { pathname, search } = useAddress()
  const next = leadsTo(pathname, search)
  if (next) return <Redirect to={next} replace />
  const { path, title, params, Page } = pageAt(pathname)
  return (
    <SignedInLayout title={titleOf(title, { params, search: new URLSearchParams(search) })}>
      <FailureBoundary at={pathname}>
        <Suspense fallback={<LoadingPage />}>
          <Route key={path} path={path}>
            <Page />
          </Route>
        </Suspense>
      </FailureBoundary>
    </SignedInLayout>
  )
}

/** Loads the code of the first page, so that it is rendered at once. */
export async function loadFirstPage(): Promise<void> {
  const { pathname, search } = window.location
  const next = leadsTo(pathname, search)
  const first = next === null ? pathname : new URL(next, window.location.href).pathname
  await pageAt(first)
    .Page.load()
    .catch(() => undefined)
}

/** Where a public address leads for a signed-in user [2.route.public-redirect]. */
function leadsTo(pathname: string, search: string): string | null {
  return PUBLIC_PATHS.includes(pathname) ? nextAddress(search) : null
}
