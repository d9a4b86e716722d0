import { searchChats } from '@kirim/contract/chat-search'
import type { Route } from '../../../platform/http/routes.ts'
import { type SearchDeps, searchChatsFor } from './search-chats.ts'

export function chatSearchRoutes(route: Route, deps: SearchDeps): void {
  route(searchChats, ({ caller, query }) => searchChatsFor(deps, caller, query))
}
