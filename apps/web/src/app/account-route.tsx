import { AccountPage } from '#features/accounts/account-page.tsx'
import { PushCard } from '#features/chats/push/push-card.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'

/** The account, with what its browser is told of chats. */
export function AccountRoute() {
  return (
    <AccountPage>
      <Allowed to="chats:read">
        <PushCard />
      </Allowed>
    </AccountPage>
  )
}
