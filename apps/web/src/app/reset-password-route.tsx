import { ResetPasswordPage } from '#features/accounts/reset-password-page.tsx'
import { WithQueries } from '#shared/api/with-queries.tsx'

/** The page of a password reset link, with the API client. */
export function ResetPasswordRoute() {
  return (
    <WithQueries>
      <ResetPasswordPage />
    </WithQueries>
  )
}
