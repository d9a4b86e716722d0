import { RegisterPage } from '#features/accounts/register-page.tsx'
import { WithQueries } from '#shared/api/with-queries.tsx'

/** The register page with the API client, which the sign-in page does not need. */
export function RegisterRoute() {
  return (
    <WithQueries>
      <RegisterPage />
    </WithQueries>
  )
}
