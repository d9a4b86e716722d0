import * as z from 'zod/mini'
import { call } from './call.ts'
import { issue } from './issues.ts'
import { PhoneParams, SandboxMessage } from './sandbox.ts'

const PhoneNumber = z.string().check(z.regex(/^\d{6,15}$/, issue('sandbox_number_invalid')))
const ChatNumber = z
  .string()
  .check(z.regex(/^(\d{6,15}|\d{15,25}@g\.us)$/, issue('chat_number_invalid')))

const ChatParams = z.extend(PhoneParams, { contactNumber: ChatNumber })
const MessageParams = z.extend(ChatParams, {
  messageId: z.string().check(z.minLength(1), z.maxLength(100)),
})
/** The member of a group who does it. */
const author = z.optional(PhoneNumber)
const Line = z.string().check(z.trim(), z.minLength(1), z.maxLength(255))
const Done = z.object({ message: z.string() })

const ofSandbox = {
  needs: 'numbers:write',
  shows: ['chats', 'phone numbers', 'all numbers'],
} as const

/** A file of any kind, as the phone of a contact sends it. */
export const sendFileAsContact = call({
  ...ofSandbox,
  method: 'POST',
  path: '/sandbox/phones/:phoneNumber/chats/:contactNumber/files',
  summary: 'Send a file to the linked number as one of its contacts, or in a group as its author',
  params: ChatParams,
  body: z.object({
    as: z.enum(['image', 'video', 'voice', 'document', 'sticker']),
    text: z._default(z.string().check(z.maxLength(10_000)), ''),
    isViewOnce: z._default(z.enum(['true', 'false']), 'false'),
    author,
  }),
  file: { field: 'file', required: false },
  status: 201,
  response: SandboxMessage,
})

export const SandboxCard = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('location'),
    latitude: z.number().check(z.gte(-90), z.lte(90)),
    longitude: z.number().check(z.gte(-180), z.lte(180)),
    name: z._default(z.string().check(z.maxLength(255)), ''),
  }),
  z.object({ type: z.literal('contact'), name: Line, phoneNumber: PhoneNumber }),
  z.object({
    type: z.literal('poll'),
    question: Line,
    options: z.array(Line).check(z.minLength(2), z.maxLength(12)),
    /** How many may be chosen; 0 for any number. */
    choices: z.int().check(z.gte(0), z.lte(12)),
  }),
])
export type SandboxCard = z.infer<typeof SandboxCard>

export const sendCardAsContact = call({
  ...ofSandbox,
  method: 'POST',
  path: '/sandbox/phones/:phoneNumber/chats/:contactNumber/cards',
  summary: 'Send a place, a contact or a poll to the linked number as one of its contacts',
  params: ChatParams,
  body: z.object({ card: SandboxCard, author }),
  status: 201,
  response: SandboxMessage,
})

export const voteAsContact = call({
  ...ofSandbox,
  method: 'PUT',
  path: '/sandbox/phones/:phoneNumber/chats/:contactNumber/messages/:messageId/vote',
  summary: 'Vote in a poll as a contact or a member of a group, in place of an earlier vote',
  params: MessageParams,
  body: z.object({ options: z.array(Line).check(z.maxLength(12)), author }),
  status: 200,
  response: Done,
})

export const reactAsContact = call({
  ...ofSandbox,
  method: 'PUT',
  path: '/sandbox/phones/:phoneNumber/chats/:contactNumber/messages/:messageId/reaction',
  summary: 'React to a message as a contact or a member of a group; empty takes it back',
  params: MessageParams,
  body: z.object({ emoji: z.string().check(z.maxLength(32)), author }),
  status: 200,
  response: Done,
})
