import { type ReactNode, Suspense } from 'react'
import { Redirect, Route } from 'wouter'
import { useAddress } from '#shared/routing/address.ts'
import { AppRouter } from '#shared/routing/app-router.tsx'
import { lazyOnceLoaded } from '#shared/ui/lazy-once-loaded.tsx'
import { useWorkspaces } from '#shared/workspace/workspace-context.ts'
import { FailureBoundary } from './failure-boundary.tsx'
import { LoadingPage } from './loading-page.tsx'
import { nextAddress } from './next-address.ts'
import { type RouteAddress, titleOf } from './page-title.ts'
import { SignedInLayout } from './signed-in-layout.tsx'
import { mayOpen, pageAt } from './signed-in-pages.tsx'

const AccessDenied = lazyOnceLoaded(async () => (await import('./access-denied.tsx')).AccessDenied)
const NoWorkspace = lazyOnceLoaded(
  async () => (await import('./workspaces/no-workspace.tsx')).NoWorkspace,
)

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
  const page = pageAt(pathname)
  const { path, params, frame, Page } = page
  const address = { params, search: new URLSearchParams(search) }
  const title = titleOf(page.title, address)
  return (
    <SignedInLayout title={title} frame={frame}>
      <FailureBoundary at={pathname}>
        <Suspense fallback={<LoadingPage />}>
          <IfAllowed page={page} address={address} title={title}>
            <Route path={path}>
              <Page />
            </Route>
          </IfAllowed>
        </Suspense>
      </FailureBoundary>
    </SignedInLayout>
  )
}

interface IfAllowedProps {
  page: ReturnType<typeof pageAt>
  address: RouteAddress
  title: string
  children: ReactNode
}

function IfAllowed({ page, address, title, children }: IfAllowedProps) {
  const { current } = useWorkspaces()
  if (mayOpen(page, address, current)) return children
  return current ? <AccessDenied title={title} /> : <NoWorkspace title={title} />
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
