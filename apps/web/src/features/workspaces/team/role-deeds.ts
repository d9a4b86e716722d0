import { type Capability, mayDo, type RoleName } from '@kirim/contract/roles'
import { textKey } from '#shared/i18n/text-key.ts'

export interface Deed {
  text: string
  /** All of them are needed. */
  needs: readonly Capability[]
  /** Needed to see the same without changing it, where that is worth a word. */
  view?: Capability
}

/** What people do with Kirim, in sentences; every capability to change something is in one. */
export const deeds: readonly Deed[] = [
  { text: textKey('Answer chats and write notes'), needs: ['chats:write'] },
  { text: textKey('Assign, label, snooze, close'), needs: ['chats:write'] },
  {
    text: textKey('Send campaigns, change the chatbot'),
    needs: ['campaigns:write', 'campaigns:export', 'chatbots:write', 'texts:write', 'media:write'],
    view: 'campaigns:read',
  },
  {
    text: textKey('Contacts: see, import, export'),
    needs: [
      'contacts:write',
      'contacts:export',
      'chats:export',
      'opt-outs:write',
      'opt-outs:export',
    ],
    view: 'contacts:read',
  },
  { text: textKey('Link and disconnect numbers'), needs: ['numbers:write', 'settings:write'] },
  { text: textKey('Invite people, change roles'), needs: ['team:write', 'workspace:write'] },
  { text: textKey('Delete the workspace'), needs: ['workspace:delete'] },
]

export type DeedAnswer = 'yes' | 'some' | 'view' | 'no'

/** Whether a role may do all of it, some of it, only see it, or nothing. */
export function deedAnswer(role: RoleName, { needs, view }: Deed): DeedAnswer {
  const given = needs.filter((capability) => mayDo(role, capability))
  if (given.length === needs.length) return 'yes'
  if (given.length > 0) return 'some'
  return view && mayDo(role, view) ? 'view' : 'no'
}
