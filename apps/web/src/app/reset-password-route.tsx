import { ResetPasswordPage } from '#features/accounts/reset-password-page.tsx'
import { WithQueries } from '#shared/api/with-queries.tsx'

/** The page behind a link for a new password, with the code of calls. */
export function ResetPasswordRoute() {
  return (
    <WithQueries>
      <ResetPasswordPage />
    </WithQueries>
  )
}
