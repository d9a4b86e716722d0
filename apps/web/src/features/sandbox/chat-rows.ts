import type { SandboxChat, SandboxGroup, SandboxMessage } from '@kirim/contract/sandbox'
import { digitsOf } from './phone-number.ts'

/** One row of a phone's chat list: a contact or a group. */
export interface ChatRow {
  /** The contact's number, or the group's id. */
  readonly id: string
  readonly title: string
  readonly isGroup: boolean
  /** Shown while there are no messages. */
  readonly detail: string
  readonly last: SandboxMessage | null
  /** The author of the last message; empty when it is obvious. */
  readonly lastAuthor: string
  readonly unread: number
}

/** Chats and groups, latest first; a group without messages counts from its creation. */
export function chatRows(
  chats: readonly SandboxChat[],
  groups: readonly SandboxGroup[],
): ChatRow[] {
  const dated = [
    ...chats.map((chat) => ({ at: chat.last?.at ?? '', row: contactRow(chat) })),
    ...groups.map((group) => ({ at: group.last?.at ?? group.createdAt, row: groupRow(group) })),
  ]
  return dated.sort((a, b) => b.at.localeCompare(a.at)).map(({ row }) => row)
}

function contactRow({ contactNumber, contactName, last, unread }: SandboxChat): ChatRow {
  return {
    id: contactNumber,
    title: contactName || contactNumber,
    isGroup: false,
    detail: contactNumber,
    last,
    lastAuthor: '',
    unread,
  }
}

function groupRow(group: SandboxGroup): ChatRow {
  const { groupId, subject, members, last, unread } = group
  return {
    id: groupId,
    title: subject,
    isGroup: true,
    detail: members.map(({ name, phoneNumber }) => name || phoneNumber).join(', '),
    last,
    lastAuthor: last ? nameOf(group, last.author) : '',
    unread,
  }
}

/** The display name of a group member. */
export function nameOf({ members }: Pick<SandboxGroup, 'members'>, phoneNumber: string): string {
  return members.find((member) => member.phoneNumber === phoneNumber)?.name || phoneNumber
}

/** Matches a part of the name, or of the number when the search contains a digit. */
export function matches({ id, title, detail }: ChatRow, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  const digits = digitsOf(wanted)
  const named = title.toLowerCase().includes(wanted) || detail.toLowerCase().includes(wanted)
  return named || (/^\d+$/.test(digits) && id.includes(digits))
}
