import * as z from 'zod/mini'
import { MessageKind } from './message-kinds.ts'
import { PersonNumber } from './person-number.ts'

/**
 * What a message has beside its text. A file is described by `MessageFile`; what the network shows
 * on the phone alone (view-once messages) is a placeholder.
 */
export const MessageContent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('location'),
    latitude: z.number(),
    longitude: z.number(),
    name: z.string(),
    address: z.string(),
    isLive: z.boolean(),
  }),
  z.object({
    type: z.literal('contacts'),
    contacts: z.array(z.object({ name: z.string(), phoneNumbers: z.array(PersonNumber) })),
  }),
  z.object({
    type: z.literal('poll'),
    question: z.string(),
    /** How many answers one may choose; 0 for any number. */
    choices: z.int(),
    options: z.array(z.object({ name: z.string(), votes: z.int(), voters: z.array(z.string()) })),
  }),
  /** As the sender's app made it; the link is never requested by the server. */
  z.object({
    type: z.literal('link'),
    url: z.string(),
    title: z.string(),
    description: z.string(),
    /** A small JPEG, in base64; empty without one. */
    thumbnail: z.string(),
  }),
  z.object({ type: z.literal('view_once'), of: z.enum(['image', 'video', 'audio']) }),
  /** A call, which the network shows in the chat. */
  z.object({
    type: z.literal('call'),
    isVideo: z.boolean(),
    outcome: z.enum(['missed', 'rejected', 'answered']),
  }),
  /** A line of the network: somebody joined, a subject was changed, a timer was set. */
  z.object({
    type: z.literal('system'),
    code: z.string(),
    params: z.record(z.string(), z.string()),
  }),
])
export type MessageContent = z.infer<typeof MessageContent>

/** The file of a message. */
export const MessageFile = z.object({
  /** Where it is with Kirim, relative to the API; null unless it is `here`. */
  path: z.nullable(z.string()),
  /**
   * `here`: stored by Kirim. `asked`: being fetched. `away`: with the network, fetched by a click.
   * `gone`: the network has forgotten it, and the phone does not have it either. `too_large`,
   * `refused`: beyond what is fetched, or not what its type says.
   */
  state: z.enum(['here', 'asked', 'away', 'gone', 'too_large', 'refused']),
  fileType: z.string(),
  /** Empty for what has no name: pictures, videos, voice notes. */
  fileName: z.string(),
  /** In bytes. */
  fileSize: z.int(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  seconds: z.nullable(z.int()),
  pages: z.nullable(z.int()),
  isVoice: z.boolean(),
  /** Loudness over time, 0 to 100; empty when unknown. */
  waveform: z.array(z.int()),
  /** A small JPEG, in base64; empty without one. */
  thumbnail: z.string(),
})
export type MessageFile = z.infer<typeof MessageFile>

/** The message that another one quotes, of which Kirim may have no more than this. */
export const QuotedMessage = z.object({
  /** Null when it is not known which one it is. */
  entryId: z.nullable(z.string()),
  /** Empty when unknown, and for our own. */
  senderName: z.string(),
  isOurs: z.boolean(),
  kind: MessageKind,
  text: z.string(),
})
export type QuotedMessage = z.infer<typeof QuotedMessage>
