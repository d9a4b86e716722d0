import { form } from './api.ts'
import type { Member } from './test.ts'

/** The path of a number's items, in the page's address and in the API. */
export const itemsOf = ({ deviceId }: Member) => `/ai-chatbot/${deviceId}/campaigns`

export async function makeItem(
  member: Member,
  fields: Parameters<typeof form>[0] = {},
): Promise<{ _id: string }> {
  return member.ok('POST', itemsOf(member), form({ name: 'Harga', captionAi: 'RM4', ...fields }))
}

export async function removeItems(member: Member): Promise<void> {
  for (const { _id } of await member.ok('GET', itemsOf(member))) {
    await member.ok('DELETE', `${itemsOf(member)}/${_id}`)
  }
}
