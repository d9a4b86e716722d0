import * as z from 'zod/mini'
import { parsePath } from './answer-path.ts'
import { call } from './call.ts'
import { Id, IdParams, Moment, PageQuery, TimeZone } from './fields.ts'
import { issue } from './issues.ts'
import { CAPTION_MAX_LENGTH, NAME_MAX_LENGTH } from './limits.ts'
import { MessageKind } from './message-kinds.ts'
import { CodedText } from './refusals.ts'

const NumberParams = z.object({ deviceId: Id })
const ItemParams = z.object({ deviceId: Id, campaignId: Id })

/** How a number's chatbot behaves, beyond its items. */
export const NumberSettings = z.object({
  timeZone: TimeZone,
  /** Language of `[greet]` and of month names. */
  language: z.enum(['en', 'ms']),
  /** An item answers the same chat again only after this long; 0 is off. */
  cooldownSeconds: z.int().check(z.gte(0), z.lte(86_400)),
  /**
   * After the owner answers from the phone, the chatbot leaves that chat alone this long; 0 is off.
   */
  quietMinutes: z.int().check(z.gte(0), z.lte(10_080)),
  /** What the AI may know of the business. */
  knowledge: z.string().check(z.maxLength(20_000)),
})
export type NumberSettings = z.infer<typeof NumberSettings>

export const loadNumberSettings = call({
  method: 'GET',
  path: '/ai-chatbot/devices/:id/settings',
  access: 'user',
  summary: "A number's chatbot settings",
  params: IdParams,
  status: 200,
  response: NumberSettings,
})

export const saveNumberSettings = call({
  method: 'PUT',
  path: '/ai-chatbot/devices/:id/settings',
  access: 'user',
  summary: "Change a number's chatbot settings",
  params: IdParams,
  body: NumberSettings,
  status: 200,
  response: NumberSettings,
})

/** What somebody wrote under an item that saves responses. */
export const SavedResponse = z.object({
  id: z.string(),
  itemId: z.nullable(z.string()),
  itemName: z.string(),
  name: z.string(),
  /** Digits; empty when the network tells only its own identity. */
  phoneNumber: z.string(),
  kind: MessageKind,
  /** Empty when it had no words. */
  text: z.string(),
  at: Moment,
})
export type SavedResponse = z.infer<typeof SavedResponse>

export const listSavedResponses = call({
  method: 'GET',
  path: '/ai-chatbot/:deviceId/responses',
  access: 'user',
  summary: 'Saved responses of a number, newest first',
  params: NumberParams,
  query: PageQuery,
  status: 200,
  response: z.array(SavedResponse),
})

/** Answers the file itself: UTF-8 with a byte order mark, so that Excel reads it. */
export const exportSavedResponses = call({
  method: 'GET',
  path: '/ai-chatbot/:deviceId/responses.csv',
  access: 'user',
  summary: 'All saved responses of a number as CSV',
  params: NumberParams,
  status: 200,
})

/** Why an item did not answer, or that it did. */
export const ItemVerdict = z.object({
  itemId: z.string(),
  name: z.string(),
  fired: z.boolean(),
  /** A stable code, such as `no_keyword` or `outranked`. */
  reason: z.string(),
  detail: z.string(),
})
export type ItemVerdict = z.infer<typeof ItemVerdict>

export const SimulatedReply = z.object({
  itemId: z.string(),
  itemName: z.string(),
  text: z.string(),
  /** `type` is its MIME type. */
  media: z.nullable(z.object({ name: z.string(), type: z.string() })),
  presence: z.nullable(z.enum(['composing', 'recording'])),
  presenceSeconds: z.int(),
  /** The text would be written by AI; what is shown is the fallback. */
  byAi: z.boolean(),
  /** The item's API would be called first; here `[api.…]` stays as it is written. */
  callsApi: z.boolean(),
})
export type SimulatedReply = z.infer<typeof SimulatedReply>

/** Why the replies would stay unsent although an item matches. */
export const Hold = z.object({
  reason: z.enum(['number_off', 'loop_guard', 'person_answered', 'cooldown', 'answer_saved']),
  /** Null while the number is switched off, and when it is about this message alone. */
  until: z.nullable(Moment),
})
export type Hold = z.infer<typeof Hold>

export const Simulation = z.object({
  /** Null when an item answers; else why none does. */
  silence: z.nullable(z.string()),
  holds: z.array(Hold),
  replies: z.array(SimulatedReply),
  verdicts: z.array(ItemVerdict),
})
export type Simulation = z.infer<typeof Simulation>

export const simulate = call({
  method: 'POST',
  path: '/ai-chatbot/:deviceId/simulate',
  access: 'user',
  summary: 'Which item would answer a message, and why the others would not; nothing is sent',
  params: NumberParams,
  body: z.object({
    text: z.string().check(z.maxLength(CAPTION_MAX_LENGTH)),
    /** Somebody of the contact list; else who writes is somebody new. */
    contactId: z.optional(Id),
    /** As people write it; empty is somebody whose number the network does not tell. */
    contactNumber: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
    /** What a new person calls themselves; empty is what the network has told of this number. */
    contactName: z._default(z.string().check(z.trim(), z.maxLength(NAME_MAX_LENGTH)), ''),
    chat: z._default(z.enum(['individual', 'group']), 'individual'),
    at: z.optional(Moment),
  }),
  status: 200,
  response: Simulation,
})

/** `code` and `params` say which of `lintTexts` it is; `message` is that in English. */
export const LintFinding = z.extend(CodedText, {
  itemId: z.nullable(z.string()),
  itemName: z.string(),
  message: z.string(),
})
export type LintFinding = z.infer<typeof LintFinding>

export const lintChatbot = call({
  method: 'GET',
  path: '/ai-chatbot/:deviceId/lint',
  access: 'user',
  summary: 'Items that can never answer, shadowed keywords, missing next actions, no default',
  params: NumberParams,
  status: 200,
  response: z.array(LintFinding),
})

/** A call to somebody's own system, whose answer fills `[api.name]` in the caption. */
export const ApiRestConfig = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  url: z.pipe(
    z.string().check(z.maxLength(2000)),
    z.url({
      protocol: /^https?$/,
      error: issue('web_address_invalid'),
    }),
  ),
  headers: z
    .array(
      z.object({
        name: z.string().check(z.regex(/^[\w-]{1,100}$/, issue('api_header_name_invalid'))),
        value: z
          .string()
          .check(z.maxLength(2000), z.regex(/^[^\r\n]*$/, issue('api_header_value_invalid'))),
      }),
    )
    .check(z.maxLength(20)),
  /** JSON with placeholders; ignored for GET. */
  body: z.string().check(z.maxLength(10_000)),
  /**
   * `name` becomes `[api.name]`; `path` leads into the JSON answer, such as `data.items[0].price`.
   */
  fields: z
    .array(
      z.object({
        name: z.string().check(z.regex(/^[A-Za-z]\w{0,49}$/, issue('api_field_name_invalid'))),
        path: z.string().check(z.maxLength(500)),
      }),
    )
    .check(z.maxLength(20)),
  /**
   * Sent instead of the caption when the call fails;
   * when it is blank, the caption with its `[api.…]` empty.
   */
  fallbackText: z.string().check(z.maxLength(CAPTION_MAX_LENGTH)),
})
export type ApiRestConfig = z.infer<typeof ApiRestConfig>

/**
 * What keeps a call from being made as it is meant,
 * with the place in its form; the server refuses the same.
 */
export const ApiRestForm = ApiRestConfig.check(
  z.superRefine(({ method, body, fields }, context) => {
    if (method !== 'GET' && body.trim() !== '' && !isJson(body)) {
      context.addIssue({
        code: 'custom',
        path: ['body'],
        message: issue('api_rest_body_invalid'),
      })
    }
    for (const [place, { path }] of fields.entries()) {
      if (parsePath(path) !== null) continue
      context.addIssue({
        code: 'custom',
        path: ['fields', place, 'path'],
        message: issue('api_path_invalid'),
      })
    }
    for (const place of repeatedNames(fields)) {
      const message = issue('api_rest_field_twice')
      context.addIssue({ code: 'custom', path: ['fields', place, 'name'], message })
    }
  }),
)

/** The places of fields whose name another one before has. */
export function repeatedNames(fields: ApiRestConfig['fields']): number[] {
  const seen = new Set<string>()
  return fields.flatMap(({ name }, place) => {
    if (seen.has(name)) return [place]
    seen.add(name)
    return []
  })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

export const loadApiRest = call({
  method: 'GET',
  path: '/ai-chatbot/:deviceId/campaigns/:campaignId/api-rest',
  access: 'user',
  summary: "An item's API Rest Data; null when it is not configured",
  params: ItemParams,
  status: 200,
  response: z.nullable(ApiRestConfig),
})

export const saveApiRest = call({
  method: 'PUT',
  path: '/ai-chatbot/:deviceId/campaigns/:campaignId/api-rest',
  access: 'user',
  summary: "Configure an item's API Rest Data",
  params: ItemParams,
  body: ApiRestConfig,
  status: 200,
  response: ApiRestConfig,
})

export const tryApiRest = call({
  method: 'POST',
  path: '/ai-chatbot/:deviceId/api-rest/try',
  access: 'user',
  summary: 'Make the call once and show what its fields become',
  params: NumberParams,
  body: ApiRestConfig,
  status: 200,
  response: z.object({
    ok: z.boolean(),
    status: z.nullable(z.int()),
    values: z.record(z.string(), z.string()),
    /** Names of fields whose path leads nowhere in this answer. */
    missing: z.array(z.string()),
    /** Why it failed, in English; empty when it did not. */
    error: z.string(),
    /** Which of `reasonTexts` that is. */
    reason: z.optional(CodedText),
  }),
})
