import { findPush, loadPushKey, removePush, savePush } from '@kirim/contract/chat-push'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { Route } from '../../../platform/http/routes.ts'
import type { PushKeys } from './push-keys.ts'
import { encryptPush } from './send-push.ts'
import type { PushSubscriptions } from './subscriptions.repository.ts'

interface PushRoutesDeps {
  readonly keys: PushKeys
  readonly subscriptions: PushSubscriptions
  readonly clock: Clock
}

export function chatPushRoutes(route: Route, { keys, subscriptions, clock }: PushRoutesDeps): void {
  route(loadPushKey, async () => ({ publicKey: await keys.publicKey() }))

  route(findPush, async ({ caller, body }) => ({
    choice: await subscriptions.find(caller, body.endpoint),
  }))

  route(savePush, async ({ caller, body: { address, choice } }) => {
    try {
      await encryptPush('', address)
    } catch {
      throw new DomainError('malformed_request')
    }
    await subscriptions.save(caller, address, choice, clock.now())
    return undefined
  })

  route(removePush, async ({ caller, body }) => {
    await subscriptions.removeBrowser(caller, body.endpoint)
    return undefined
  })
}
