import {
  CHAT_VIEWS_MAX,
  deleteChatView,
  listChatViews,
  saveChatView,
} from '@kirim/contract/chat-views'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { Route } from '../../../platform/http/routes.ts'
import { fold } from '../../../platform/search-text.ts'
import { createChatViewsRepository } from './chat-views.repository.ts'

/** Views of the chats that people save for themselves. */
export function chatViewsRoutes(route: Route, { db, clock }: { db: Db; clock: Clock }): void {
  const views = createChatViewsRepository(db)

  route(listChatViews, ({ caller }) => views.list(caller))

  route(saveChatView, async ({ caller, body }) => {
    const others = (await views.list(caller)).filter(({ name }) => fold(name) !== fold(body.name))
    if (others.length >= CHAT_VIEWS_MAX)
      throw new DomainError('chat_views_full', { max: CHAT_VIEWS_MAX })
    return views.save(caller, body, clock.now())
  })

  route(deleteChatView, async ({ caller, params }) => {
    await views.remove(caller, params.id)
    return undefined
  })
}
