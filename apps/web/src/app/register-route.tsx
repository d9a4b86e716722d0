import { RegisterPage } from '#features/accounts/register-page.tsx'
import { WithQueries } from '#shared/api/with-queries.tsx'

/** The register page with the code of calls, which the sign-in page does without. */
export function RegisterRoute() {
  return (
    <WithQueries>
      <RegisterPage />
    </WithQueries>
  )
}
