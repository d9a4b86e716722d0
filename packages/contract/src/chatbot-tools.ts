import * as z from 'zod/mini'
import { parsePath } from './answer-path.ts'
import { call } from './call.ts'
import { Id, IdParams, Moment, PageQuery, TimeZone } from './fields.ts'
import { issue } from './issues.ts'
import { CAPTION_MAX_LENGTH, NAME_MAX_LENGTH } from './limits.ts'
import { MessageKind } from './message-kinds.ts'
import { MessageLanguage } from './opt-out-line.ts'
import { PersonNumber } from './person-number.ts'
import { CodedText } from './refusals.ts'

const NumberParams = z.object({ deviceId: Id })
const ItemParams = z.object({ deviceId: Id, campaignId: Id })

/** Settings of a number's chatbot that apply to all its items. */
export const NumberSettings = z.object({
  timeZone: TimeZone,
  /** Language of `[greet]` and of month names. */
  language: MessageLanguage,
  /** The minimum time between two answers of the same item in the same chat; 0 disables it. */
  cooldownSeconds: z.int().check(z.gte(0), z.lte(86_400)),
  /**
   * How long the chatbot stays silent in a chat after the owner answered there from the phone; 0
   * disables it.
   */
  quietMinutes: z.int().check(z.gte(0), z.lte(10_080)),
  /** Facts about the business, given to the AI. */
  knowledge: z.string().check(z.maxLength(20_000)),
})
export type NumberSettings = z.infer<typeof NumberSettings>

export const loadNumberSettings = call({
  method: 'GET',
  path: '/ai-chatbot/devices/:id/settings',
  needs: 'chatbots:read',
  number: 'id',
  summary: "A number's chatbot settings",
  params: IdParams,
  status: 200,
  response: NumberSettings,
})

export const saveNumberSettings = call({
  method: 'PUT',
  path: '/ai-chatbot/devices/:id/settings',
  needs: 'chatbots:write',
  number: 'id',
  summary: "Change a number's chatbot settings",
  params: IdParams,
  body: NumberSettings,
  status: 200,
  response: NumberSettings,
})

/** What a person wrote in reply to an item that saves responses. */
export const SavedResponse = z.object({
  id: z.string(),
  itemId: z.nullable(z.string()),
  itemName: z.string(),
  name: z.string(),
  /** Digits; empty when the network only gives its own id (LID) of the person. */
  phoneNumber: PersonNumber,
  /** Their username on the network, without its @; empty when unknown. */
  username: z._default(z.string(), ''),
  kind: MessageKind,
  /** Empty when the message had no text. */
  text: z.string(),
  at: Moment,
})
export type SavedResponse = z.infer<typeof SavedResponse>

export const listSavedResponses = call({
  method: 'GET',
  path: '/ai-chatbot/:deviceId/responses',
  needs: 'chatbots:read',
  number: 'deviceId',
  shows: ['chats'],
  summary: 'Saved responses of a number, newest first',
  params: NumberParams,
  query: PageQuery,
  status: 200,
  response: z.array(SavedResponse),
})

/** Responds with the file itself: UTF-8 with a byte order mark, so that Excel reads it. */
export const exportSavedResponses = call({
  method: 'GET',
  path: '/ai-chatbot/:deviceId/responses.csv',
  needs: 'chatbots:write',
  number: 'deviceId',
  shows: ['chats'],
  summary: 'All saved responses of a number as CSV',
  params: NumberParams,
  /** The time zone of the times in the file; by default they are ISO 8601 in UTC. */
  query: z.object({ timeZone: z.optional(TimeZone) }),
  status: 200,
})

/** Whether an item answered, and why not. */
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
  /** AI would write the text; the fallback is shown instead. */
  byAi: z.boolean(),
  /** The item's API would be called first; `[api.…]` placeholders are shown unfilled. */
  callsApi: z.boolean(),
})
export type SimulatedReply = z.infer<typeof SimulatedReply>

/** Why the replies would not be sent although an item matches. */
export const Hold = z.object({
  reason: z.enum(['number_off', 'loop_guard', 'person_answered', 'cooldown', 'answer_saved']),
  /** Null when the number is switched off, or when the reason concerns this message alone. */
  until: z.nullable(Moment),
})
export type Hold = z.infer<typeof Hold>

export const Simulation = z.object({
  /** Why no item answers; null when one does. */
  silence: z.nullable(z.string()),
  holds: z.array(Hold),
  replies: z.array(SimulatedReply),
  verdicts: z.array(ItemVerdict),
})
export type Simulation = z.infer<typeof Simulation>

export const simulate = call({
  method: 'POST',
  path: '/ai-chatbot/:deviceId/simulate',
  needs: 'chatbots:write',
  number: 'deviceId',
  needsNoRoom: true,
  summary: 'Which item would answer a message, and why the others would not; nothing is sent',
  params: NumberParams,
  body: z.object({
    text: z.string().check(z.maxLength(CAPTION_MAX_LENGTH)),
    /** A person from the contact list; left out for a new person. */
    contactId: z.optional(Id),
    /** As people write it; empty for a person whose number the network does not reveal. */
    contactNumber: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
    /**
     * A new person's own name on the network; when empty, the name known for this number is used.
     */
    contactName: z._default(z.string().check(z.trim(), z.maxLength(NAME_MAX_LENGTH)), ''),
    chat: z._default(z.enum(['individual', 'group']), 'individual'),
    at: z.optional(Moment),
  }),
  status: 200,
  response: Simulation,
})

/** `code` is a key of `lintTexts`; `message` is that text in English. */
export const LintFinding = z.extend(CodedText, {
  itemId: z.nullable(z.string()),
  itemName: z.string(),
  message: z.string(),
})
export type LintFinding = z.infer<typeof LintFinding>

export const lintChatbot = call({
  method: 'GET',
  path: '/ai-chatbot/:deviceId/lint',
  needs: 'chatbots:read',
  number: 'deviceId',
  summary: 'Items that can never answer, shadowed keywords, missing next actions, no default',
  params: NumberParams,
  status: 200,
  response: z.array(LintFinding),
})

/** A call to the owner's own system; its answer fills `[api.name]` in the caption. */
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
   * `name` is used as `[api.name]`; `path` locates the value in the JSON answer, such as
   * `data.items[0].price`.
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
   * Sent instead of the caption when the call fails; when blank, the caption is sent with its
   * `[api.…]` placeholders empty.
   */
  fallbackText: z.string().check(z.maxLength(CAPTION_MAX_LENGTH)),
})
export type ApiRestConfig = z.infer<typeof ApiRestConfig>

/** Problems of the configured call, each at its form field; the server refuses the same. */
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

/** The indexes of fields whose name is already taken by an earlier one. */
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
  needs: 'chatbots:read',
  number: 'deviceId',
  summary: "An item's API Rest Data; null when it is not configured",
  params: ItemParams,
  status: 200,
  response: z.nullable(ApiRestConfig),
})

export const saveApiRest = call({
  method: 'PUT',
  path: '/ai-chatbot/:deviceId/campaigns/:campaignId/api-rest',
  needs: 'chatbots:write',
  number: 'deviceId',
  summary: "Configure an item's API Rest Data",
  params: ItemParams,
  body: ApiRestConfig,
  status: 200,
  response: ApiRestConfig,
})

export const tryApiRest = call({
  method: 'POST',
  path: '/ai-chatbot/:deviceId/api-rest/try',
  needs: 'chatbots:write',
  number: 'deviceId',
  summary: 'Make the call once and show what its fields become',
  params: NumberParams,
  body: ApiRestConfig,
  status: 200,
  response: z.object({
    ok: z.boolean(),
    status: z.nullable(z.int()),
    values: z.record(z.string(), z.string()),
    /** Names of fields whose path finds nothing in this answer. */
    missing: z.array(z.string()),
    /** The error in English; empty when the call succeeded. */
    error: z.string(),
    /** The same error as a code of `reasonTexts`. */
    reason: z.optional(CodedText),
  }),
})
