import type { Shown } from '@kirim/contract/call'
import type { Workspace } from '@kirim/contract/workspaces'

/** Whether any of this is withheld from the person in a workspace. */
export function isWithheld(what: Shown, { sees, hidesNumbers }: Workspace): boolean {
  const withheld: Record<Shown, boolean> = {
    chats: sees === 'chats',
    'phone numbers': hidesNumbers,
    'all numbers': sees === 'numbers',
  }
  return withheld[what]
}
