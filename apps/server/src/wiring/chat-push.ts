import { createGuardedFetch } from '../adapters/web-call/guarded-fetch.ts'
import { createReach } from '../adapters/web-call/reach.ts'
import { chatPushRoutes } from '../features/chats/push/push.routes.ts'
import { createPushKeys } from '../features/chats/push/push-keys.ts'
import { createPushSender } from '../features/chats/push/send-push.ts'
import { createPushSubscriptions } from '../features/chats/push/subscriptions.repository.ts'
import { createPushTelling } from '../features/chats/push/tell-due.ts'
import { chatStatsRoutes } from '../features/chats/stats/stats.routes.ts'
import { chatRows } from '../features/messages/chat-rows.ts'
import { membershipOf } from '../features/workspaces/membership.ts'
import type { Accounts } from './accounts.ts'
import type { Base } from './base.ts'
import type { Contacts } from './contacts.ts'

interface AroundChats {
  readonly accounts: Pick<Accounts, 'namesOf'>
  readonly contacts: Contacts
}

/** Push services take no `http://`. */
function contactOf({ pushContact, publicUrl }: Base['config']): string {
  const ours = publicUrl?.startsWith('https://') ? publicUrl : 'mailto:kirim@localhost'
  return pushContact ?? ours
}

/** Wires what tells people of chats: in their browsers, and in figures. */
export function wireChatPush(base: Base, { accounts, contacts }: AroundChats) {
  const { config, db, box, clock } = base
  const store = { rows: chatRows }
  const keys = createPushKeys(db, box, contactOf(config))
  const subscriptions = createPushSubscriptions(db, box)
  const fetch = createGuardedFetch(createReach(config.allowPrivateAddresses)(false))
  chatPushRoutes(base.route, { keys, subscriptions, clock })
  chatStatsRoutes(base.route, { db, clock, store, namesOf: accounts.namesOf })
  return createPushTelling({
    ...base,
    store,
    subscriptions,
    send: createPushSender({ keys, fetch }),
    membershipOf: (workspaceId, personId) => membershipOf(db, workspaceId, personId),
    contactNames: contacts.networkNumbers.namesAmong,
  })
}
