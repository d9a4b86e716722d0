import type { ChatPerson } from '@kirim/contract/chat-people'
import type { ContactSheet } from '@kirim/contract/contact-sheet'
import type { OptOutChange } from '@kirim/contract/opt-outs'
import type { Sight } from '../../../platform/caller.ts'

/** A person as a chat knows them; a null is unknown. */
export interface KnownPerson {
  readonly number: string | null
  readonly lid: string | null
}

/** What other rooms know of the person of a chat. */
export interface PersonPort {
  /** The contact with this number; null when there is none. */
  sheetOf(sight: Sight, number: string): Promise<ContactSheet | null>
  /** Whether they have opted out, and their changes, the newest first. */
  consentOf(
    sight: Sight,
    person: KnownPerson,
  ): Promise<{ readonly isOptedOut: boolean; readonly changes: OptOutChange[] }>
  /** Their name and fields as texts say them; every field of the workspace is there. */
  readingOf(
    workspaceId: string,
    number: string | null,
  ): Promise<{ readonly name: string; readonly fields: ReadonlyMap<string, string> }>
  /** The name of a number of the workspace. */
  numberName(deviceId: string): Promise<string>
  /** Everybody of the workspace, by name. */
  teamOf(workspaceId: string): Promise<ChatPerson[]>
}
