import type { PasskeyAnswer, PasskeyOptions } from '@kirim/contract/passkey'
import type { SandboxChanged, SandboxPresence } from '@kirim/contract/realtime'
import type { SandboxGroup, SandboxMessage, SandboxPhone } from '@kirim/contract/sandbox'
import type { SandboxCard } from '@kirim/contract/sandbox-content'
import type {
  SandboxNetworkWeather,
  SandboxWeather,
  SandboxWeatherReport,
} from '@kirim/contract/sandbox-weather'

export interface ContactState {
  readonly contactNumber: string
  readonly contactName: string
  readonly registered: boolean
  readonly online: boolean
  readonly hidden: boolean
  readonly username: string
}

export interface ChatOfPhone extends ContactState {
  readonly last: SandboxMessage
  readonly unread: number
}

/** What a contact sends. */
export type SandboxContent =
  | {
      readonly text: string
      readonly image: { readonly bytes: Buffer; readonly type: string } | null
      /** The id of the message that is quoted. */
      readonly quotes?: string
    }
  | { readonly card: SandboxCard }
  | {
      readonly file: Buffer
      readonly as: 'image' | 'video' | 'voice' | 'document' | 'sticker'
      readonly type: string
      readonly fileName: string
      readonly text: string
      readonly isViewOnce: boolean
    }

/** Events of the sandbox network, each with the owner of its phone. */
export interface SandboxListener {
  onChanged(owner: string, change: SandboxChanged): void
  onPresence(owner: string, presence: SandboxPresence): void
}

/**
 * The names of these numbers in a workspace's contact list, by number; leaves out unknown numbers.
 */
export type NamesOf = (
  workspaceId: string,
  phoneNumbers: readonly string[],
) => Promise<ReadonlyMap<string, string>>

/** The virtual phones and people of the sandbox network. `owner` is a phone's user. */
export interface SandboxWorld {
  listen(listener: SandboxListener): void
  phones(owner: string): SandboxPhone[]
  /** Null when the owner has no such phone. */
  findPhone(owner: string, phoneNumber: string): SandboxPhone | null
  /** Throws `sandbox_number_taken` and `phone_number_invalid`. */
  createPhone(
    owner: string,
    wanted: { name: string; phoneNumber?: string | undefined },
  ): SandboxPhone
  /** The number of pictures sent to an owner's phones. */
  picturesTo(owner: string): number
  /** Throws `sandbox_no_code` when the code has expired. */
  scan(qrText: string, phoneNumber: string): Promise<void>
  /** Throws `sandbox_no_code` when no code is expected any more. */
  typeCode(code: string, phoneNumber: string): Promise<void>
  /** The answer of a virtual passkey, which the network accepts like any other. */
  passkeyAnswer(options: PasskeyOptions): PasskeyAnswer
  /** Deletes everything of an owner who is being deleted. */
  removeOwner(owner: string): Promise<void>
  drop(phoneNumber: string): void
  unlink(phoneNumber: string): void
  weather(phoneNumber: string): SandboxWeatherReport
  setWeather(phoneNumber: string, weather: SandboxWeather): void
  /** The weather for everybody, before login. */
  networkWeather(): SandboxNetworkWeather
  setNetworkWeather(weather: SandboxNetworkWeather): void
  /** With contacts. */
  chats(phoneNumber: string): ChatOfPhone[]
  groups(phoneNumber: string): SandboxGroup[]
  /**
   * Throws `sandbox_group_invalid`, `sandbox_number_taken`,
   * `sandbox_contact_unregistered`, `phone_number_invalid`.
   */
  createGroup(
    phoneNumber: string,
    wanted: { subject: string; members: readonly string[] },
  ): SandboxGroup
  /** Contacts' names and behaviour belong to the phone's owner; throws `phone_number_invalid`. */
  contact(phoneNumber: string, contactNumber: string): ContactState
  nameContact(phoneNumber: string, contactNumber: string, name: string): void
  messages(phoneNumber: string, contactNumber: string, limit: number): SandboxMessage[]
  /**
   * In a group, the contact's number is the group's id and the author the member who writes.
   * Throws `sandbox_contact_unregistered`.
   */
  write(
    phoneNumber: string,
    contactNumber: string,
    content: SandboxContent,
    author?: string,
  ): Promise<SandboxMessage>
  /** Votes in a poll; throws `sandbox_message_not_found`. */
  vote(
    phoneNumber: string,
    chat: string,
    messageId: string,
    options: readonly string[],
    author?: string,
  ): Promise<void>
  /** Reacts to a message; throws `sandbox_message_not_found`. */
  react(
    phoneNumber: string,
    chat: string,
    messageId: string,
    emoji: string,
    author?: string,
  ): Promise<void>
  /** Edits a message of a contact or a member; throws `sandbox_message_not_found`. */
  edit(phoneNumber: string, chat: string, messageId: string, text: string): Promise<void>
  /**
   * Deletes a message; `by` is a member of the group other than its author. Also throws
   * `sandbox_delete_refused`.
   */
  erase(phoneNumber: string, chat: string, messageId: string, by?: string): Promise<void>
  /** Throws `sandbox_contact_unregistered`. */
  call(phoneNumber: string, contactNumber: string): SandboxMessage
  /** Ends a ringing call. */
  hangUp(phoneNumber: string, contactNumber: string): void
  media(
    phoneNumber: string,
    contactNumber: string,
    messageId: string,
  ): Promise<{ bytes: Buffer; type: string } | null>
  setRegistered(phoneNumber: string, contactNumber: string, registered: boolean): void
  setOnline(phoneNumber: string, contactNumber: string, online: boolean): void
  setHidden(phoneNumber: string, contactNumber: string, hidden: boolean): void
  setUsername(phoneNumber: string, contactNumber: string, username: string): void
  revealNumber(phoneNumber: string, contactNumber: string): Promise<void>
  setTyping(phoneNumber: string, contactNumber: string, typing: boolean): void
}
