import { useParams } from 'wouter'
import { useAddress } from '#shared/routing/address.ts'
import { navigate } from '#shared/routing/navigation.ts'

/** What of the address belongs to one chat, and not to the list beside it. */
const OF_ONE_CHAT = ['at']

/** Which chat the address opens, and the addresses of others beside the same list. */
export function useChatPlace() {
  const { chatId = null } = useParams<{ chatId?: string }>()
  const { pathname, search } = useAddress()
  const params = new URLSearchParams(search)
  /** The entry's place to which a result of the search leads. */
  const at = params.get('at')
  for (const name of OF_ONE_CHAT) params.delete(name)
  const listSearch = params.size > 0 ? `?${params}` : ''
  const chatAddress = (id: string) => `/chats/${id}${listSearch}`
  const messageAddress = (id: string, place: string) => {
    const search = new URLSearchParams(params)
    search.set('at', place)
    return `/chats/${id}?${search}`
  }
  const contactAddress = (id: string) => `/chats/${id}/contact${listSearch}`
  return {
    chatId,
    at,
    /** Whether the address opens the sheet of the contact; from 1280 px it is always there. */
    isContact: pathname.endsWith('/contact'),
    listAddress: `/chats${listSearch}`,
    chatAddress,
    /** Opens a chat at one of its entries, by its place. */
    messageAddress,
    contactAddress,
    open: (id: string) => navigate(chatAddress(id), { keepScroll: true }),
    /** Closes the chat, and leaves the list as it is. */
    close: () => navigate(`/chats${listSearch}`, { keepScroll: true }),
  }
}
