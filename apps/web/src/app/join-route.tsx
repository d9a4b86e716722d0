import { JoinPage } from '#features/workspaces/join/join-page.tsx'
import { WithQueries } from '#shared/api/with-queries.tsx'
import { keepInTab } from './workspaces/stored-workspaces.ts'

/** The page of an invitation to a workspace, with the API client. */
export function JoinRoute() {
  return (
    <WithQueries>
      <JoinPage onJoined={keepInTab} />
    </WithQueries>
  )
}
