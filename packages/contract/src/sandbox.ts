import * as z from 'zod/mini'
import { call } from './call.ts'
import { Moment } from './fields.ts'
import { issue } from './issues.ts'

/** The phone number of a contact, or the id of a group, which takes its place in every path. */
const ChatNumber = z
  .string()
  .check(z.regex(/^(\d{6,15}|\d{15,25}@g\.us)$/, issue('chat_number_invalid')))

const PhoneNumber = z.string().check(z.regex(/^\d{6,15}$/, issue('sandbox_number_invalid')))

/** A virtual phone of the signed-in user. */
export const SandboxPhone = z.object({
  phoneNumber: z.string(),
  name: z.string(),
  linked: z.boolean(),
  online: z.boolean(),
})
export type SandboxPhone = z.infer<typeof SandboxPhone>

export const SandboxMessage = z.object({
  id: z.string(),
  direction: z.enum(['to-contact', 'from-contact']),
  kind: z.enum(['text', 'image', 'video', 'audio', 'document', 'call', 'other']),
  text: z.string(),
  /** Whether it was edited or deleted, or how a call ended; absent while a call rings. */
  mark: z.optional(z.enum(['edited', 'deleted', 'rejected', 'missed'])),
  mediaType: z.nullable(z.string()),
  /** The name of a document. */
  fileName: z.optional(z.string()),
  /** What a poll lets choose. */
  options: z.optional(z.array(z.string())),
  at: Moment,
  /** In a group, for messages of the phone: the state reached by all members. */
  status: z.enum(['pending', 'sent', 'delivered', 'read']),
  /** The number that wrote it. */
  author: z.string(),
})
export type SandboxMessage = z.infer<typeof SandboxMessage>

export const SandboxChat = z.object({
  contactNumber: z.string(),
  contactName: z.string(),
  last: z.nullable(SandboxMessage),
  unread: z.int(),
  registered: z.boolean(),
  online: z.boolean(),
  /** Messages do not show the contact's number. */
  hidden: z._default(z.boolean(), false),
  /** Without the @; empty for none. */
  username: z._default(z.string(), ''),
})
export type SandboxChat = z.infer<typeof SandboxChat>

export const SandboxGroup = z.object({
  /** Used in place of a contact's number. */
  groupId: z.string(),
  subject: z.string(),
  /** All members, including the phone. */
  members: z.array(z.object({ phoneNumber: z.string(), name: z.string() })),
  createdAt: Moment,
  last: z.nullable(SandboxMessage),
  unread: z.int(),
})
export type SandboxGroup = z.infer<typeof SandboxGroup>

/** A username as WhatsApp allows it; empty for none. */
const Username = z
  .string()
  .check(
    z.regex(
      /^$|^(?=.*[a-z])(?!.*\.\.)[a-z0-9_][a-z0-9_.]{1,33}[a-z0-9_]$/,
      issue('username_invalid'),
    ),
  )

/** WhatsApp's own limit for the name of a group. */
export const SANDBOX_SUBJECT_MAX = 100

export const PhoneParams = z.object({ phoneNumber: PhoneNumber })
const ContactParams = z.object({ phoneNumber: PhoneNumber, contactNumber: PhoneNumber })
const ChatParams = z.object({ phoneNumber: PhoneNumber, contactNumber: ChatNumber })
const Done = z.object({ message: z.string() })

export const listPhones = call({
  method: 'GET',
  path: '/sandbox/phones',
  needs: 'numbers:write',
  shows: ['chats', 'phone numbers', 'all numbers'],
  summary: 'The virtual phones of the signed-in user',
  status: 200,
  response: z.array(SandboxPhone),
})

export const createPhone = call({
  method: 'POST',
  path: '/sandbox/phones',
  needs: 'numbers:write',
  shows: ['chats', 'phone numbers', 'all numbers'],
  summary: 'Make a virtual phone',
  body: z.object({
    name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
    phoneNumber: z.optional(PhoneNumber),
  }),
  status: 201,
  response: SandboxPhone,
})

export const scanCode = call({
  method: 'POST',
  path: '/sandbox/scan',
  needs: 'numbers:write',
  shows: ['chats', 'phone numbers', 'all numbers'],
  summary:
    'Scan the waiting QR code with a virtual phone; without a number, with a free or new one',
  body: z.object({ phoneNumber: z.optional(PhoneNumber) }),
  status: 200,
  response: SandboxPhone,
})

export const typeCode = call({
  method: 'POST',
  path: '/sandbox/pairing-code',
  needs: 'numbers:write',
  shows: ['chats', 'phone numbers', 'all numbers'],
  summary:
    'Type the waiting pairing code on the virtual phone it was asked for, which is made if there is none',
  status: 200,
  response: SandboxPhone,
})

export const answerPasskey = call({
  method: 'POST',
  path: '/sandbox/passkey',
  needs: 'numbers:write',
  shows: ['chats', 'phone numbers', 'all numbers'],
  summary: 'Answer the passkey step that waits with a virtual passkey',
  status: 200,
  response: Done,
})

/** Changes the state of a phone: online or offline, connection lost, device unlinked. */
export const changePhone = call({
  method: 'PUT',
  path: '/sandbox/phones/:phoneNumber',
  needs: 'numbers:write',
  shows: ['chats', 'phone numbers', 'all numbers'],
  summary: 'Drop the connection of a virtual phone or unlink its device',
  params: PhoneParams,
  body: z.object({ action: z.enum(['drop', 'unlink']) }),
  status: 200,
  response: SandboxPhone,
})

export const listChats = call({
  method: 'GET',
  path: '/sandbox/phones/:phoneNumber/chats',
  needs: 'numbers:write',
  shows: ['chats', 'phone numbers', 'all numbers'],
  summary: 'Chats of a virtual phone with contacts, newest first',
  params: PhoneParams,
  status: 200,
  response: z.array(SandboxChat),
})

export const listGroups = call({
  method: 'GET',
  path: '/sandbox/phones/:phoneNumber/groups',
  needs: 'numbers:write',
  shows: ['chats', 'phone numbers', 'all numbers'],
  summary: 'Groups that a virtual phone is in, newest first',
  params: PhoneParams,
  status: 200,
  response: z.array(SandboxGroup),
})

export const createGroup = call({
  method: 'POST',
  path: '/sandbox/phones/:phoneNumber/groups',
  needs: 'numbers:write',
  shows: ['chats', 'phone numbers', 'all numbers'],
  summary: 'Make a group of a virtual phone and other numbers',
  params: PhoneParams,
  body: z.object({
    subject: z.string().check(z.trim(), z.minLength(1), z.maxLength(SANDBOX_SUBJECT_MAX)),
    members: z.array(PhoneNumber).check(z.minLength(1), z.maxLength(50)),
  }),
  status: 201,
  response: SandboxGroup,
})

export const listMessages = call({
  method: 'GET',
  path: '/sandbox/phones/:phoneNumber/chats/:contactNumber/messages',
  needs: 'numbers:write',
  shows: ['chats', 'phone numbers', 'all numbers'],
  summary: 'The last 200 messages of one chat, oldest first',
  params: ChatParams,
  status: 200,
  response: z.array(SandboxMessage),
})

export const writeAsContact = call({
  method: 'POST',
  path: '/sandbox/phones/:phoneNumber/chats/:contactNumber/messages',
  needs: 'numbers:write',
  shows: ['chats', 'phone numbers', 'all numbers'],
  summary:
    'Write to the linked number as one of its contacts, or in a group as its author: text, an image, or both',
  params: ChatParams,
  body: z.object({
    text: z._default(z.string().check(z.maxLength(10_000)), ''),
    /** The member of a group who writes. */
    author: z.optional(PhoneNumber),
    /** The id of a message of the chat with a contact that is quoted. */
    quotes: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  }),
  file: { field: 'image', required: false },
  status: 201,
  response: SandboxMessage,
})

export const changeContact = call({
  method: 'PUT',
  path: '/sandbox/phones/:phoneNumber/chats/:contactNumber',
  needs: 'numbers:write',
  shows: ['chats', 'phone numbers', 'all numbers'],
  summary:
    'Take a contact off the network, or offline, or back; hide its number or reveal it; start a chat with it',
  params: ContactParams,
  body: z
    .object({
      registered: z.optional(z.boolean()),
      online: z.optional(z.boolean()),
      typing: z.optional(z.boolean()),
      hidden: z.optional(z.boolean()),
      username: z.optional(Username),
      /** Reveals the number at once, not with the next message. */
      revealNumber: z.optional(z.boolean()),
    })
    .check(z.refine((change) => Object.keys(change).length > 0, issue('sandbox_change_missing'))),
  status: 200,
  response: Done,
})

const MessageParams = z.extend(ChatParams, {
  messageId: z.string().check(z.minLength(1), z.maxLength(100)),
})

export const editAsContact = call({
  method: 'PUT',
  path: '/sandbox/phones/:phoneNumber/chats/:contactNumber/messages/:messageId',
  needs: 'numbers:write',
  shows: ['chats', 'phone numbers', 'all numbers'],
  summary: 'Give a message that a contact or a member of a group has written another wording',
  params: MessageParams,
  body: z.object({ text: z.string().check(z.trim(), z.minLength(1), z.maxLength(10_000)) }),
  status: 200,
  response: Done,
})

export const deleteAsContact = call({
  method: 'DELETE',
  path: '/sandbox/phones/:phoneNumber/chats/:contactNumber/messages/:messageId',
  needs: 'numbers:write',
  shows: ['chats', 'phone numbers', 'all numbers'],
  summary:
    'Delete a message for everybody as who wrote it, or in a group as who made it, named by `author`',
  params: MessageParams,
  query: z.object({ author: z.optional(PhoneNumber) }),
  status: 200,
  response: Done,
})

export const callAsContact = call({
  method: 'POST',
  path: '/sandbox/phones/:phoneNumber/chats/:contactNumber/calls',
  needs: 'numbers:write',
  shows: ['chats', 'phone numbers', 'all numbers'],
  summary: 'Call the linked number as one of its contacts',
  params: ContactParams,
  status: 201,
  response: SandboxMessage,
})

export const hangUp = call({
  method: 'DELETE',
  path: '/sandbox/phones/:phoneNumber/chats/:contactNumber/calls',
  needs: 'numbers:write',
  shows: ['chats', 'phone numbers', 'all numbers'],
  summary: 'Give up the calls of a contact that still ring',
  params: ContactParams,
  status: 200,
  response: Done,
})

/** Returns the file itself, not JSON. */
export const messageMedia = call({
  method: 'GET',
  path: '/sandbox/phones/:phoneNumber/chats/:contactNumber/messages/:messageId/media',
  needs: 'numbers:write',
  shows: ['chats', 'phone numbers', 'all numbers'],
  summary: 'The media of one message',
  params: MessageParams,
  status: 200,
})
