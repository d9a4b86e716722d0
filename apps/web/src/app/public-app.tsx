import { type ComponentType, lazy, Suspense } from 'react'
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { LoginPage } from '#features/accounts/login-page.tsx'
import { JOIN_PATH } from '#features/workspaces/join/join-address.ts'
import { useAuth } from '#shared/auth/auth-context.ts'
import { textKey } from '#shared/i18n/text-key.ts'
import { FailureBoundary } from './failure-boundary.tsx'
import { LoadingPage } from './loading-page.tsx'
import { loginAddress } from './next-address.ts'
import { RESET_PASSWORD_PATH } from './paths-for-all.ts'
import { PublicLayout } from './public-layout.tsx'

const RegisterPage = lazy(async () => ({
  default: (await import('./register-route.tsx')).RegisterRoute,
}))

const ResetPasswordPage = lazy(async () => ({
  default: (await import('./reset-password-route.tsx')).ResetPasswordRoute,
}))

const JoinPage = lazy(async () => ({
  default: (await import('./join-route.tsx')).JoinRoute,
}))

interface PublicPage {
  path: string
  /** The name of the browser tab. */
  title: string
  Page: ComponentType
}

const pages: readonly PublicPage[] = [
  { path: '/login', title: textKey('Sign in'), Page: LoginPage },
  { path: '/register', title: textKey('Register'), Page: RegisterPage },
  { path: RESET_PASSWORD_PATH, title: textKey('Set a new password'), Page: ResetPasswordPage },
  { path: JOIN_PATH, title: textKey('Join a workspace'), Page: JoinPage },
]

/**
 * The pages for visitors; every other address leads to /login [2.route.guard]. Loads nothing of the
 * signed-in pages.
 */
export function PublicApp() {
  return (
    <FailureBoundary>
      <Switch>
        {pages.map(({ path, title, Page }) => (
          <Route key={path} path={path}>
            <PublicLayout title={title}>
              <Suspense fallback={<LoadingPage />}>
                <Page />
              </Suspense>
            </PublicLayout>
          </Route>
        ))}
        <Route>
          <ToLogin />
        </Route>
      </Switch>
    </FailureBoundary>
  )
}

/** Returns to the address after the sign-in, unless the user has signed out on purpose. */
function ToLogin() {
  const { endedBy } = useAuth()
  const [pathname] = useLocation()
  const search = useSearch()
  const here = { pathname, search: search && `?${search}` }
  return <Redirect to={endedBy === 'user' ? '/login' : loginAddress(here)} replace />
}
