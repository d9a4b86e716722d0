import { z } from 'zod'
import type { AccessCheck, AiAccess, AiProviders } from '../../features/settings/settings.ports.ts'
import { isTooDeepOrLong, type JsonBounds } from '../../platform/json-bounds.ts'
import { readText } from '../../platform/read-text.ts'
import { modelsRequest, PROVIDER_ADDRESSES, type ProviderAddresses } from './provider-address.ts'
import { reasonOfFault, reasonOfRefusal, reasonOfStatus } from './reasons.ts'

/** Resellers of many models list hundreds, each with a description. */
const LIST_MAX_BYTES = 2 * 1024 * 1024
const LIST_BOUNDS = { maxDepth: 16, maxValues: 100_000 }
const REFUSAL_MAX_BYTES = 256 * 1024
const REFUSAL_BOUNDS = { maxDepth: 16, maxValues: 1000 }
const VALID_API_KEY = /^[\x21-\x7e]+$/

/** The models themselves are not parsed. */
const List = z.custom<unknown[]>(Array.isArray)
const ListOrNull = List.nullable()
/**
 * OpenAI and Anthropic answer with `data`, Google with `models`, some compatible servers with the
 * bare list.
 */
const ModelsAnswer = z.union([
  z.object({ data: ListOrNull }),
  z.object({ models: ListOrNull }),
  List,
])

/**
 * Sends requests with `fetch`, which restricts the reachable addresses; with
 * `privateFetch` where private addresses may be reached.
 */
export function createAiProviders({
  fetch,
  privateFetch = fetch,
  addresses = PROVIDER_ADDRESSES,
}: {
  readonly fetch: typeof globalThis.fetch
  readonly privateFetch?: typeof globalThis.fetch
  readonly addresses?: ProviderAddresses
}): AiProviders {
  return {
    async check(access, signal) {
      if (access.apiKey !== null && !VALID_API_KEY.test(access.apiKey)) {
        return { kind: 'refused', reason: { code: 'ai_key_unsendable', params: {} } }
      }
      const { url, headers } = modelsRequest(access, addresses)
      try {
        // Redirects are not followed: they could send the key to another server.
        const ask = access.reachesPrivate ? privateFetch : fetch
        const response = await ask(url, { headers, signal, redirect: 'manual' })
        const maxBytes = response.status === 200 ? LIST_MAX_BYTES : REFUSAL_MAX_BYTES
        return accessOf(access, response.status, await readText(response, maxBytes, tooLong))
      } catch (error) {
        return { kind: 'unreachable', reason: reasonOfFault(error, signal) }
      }
    },
  }
}

function tooLong(): Error {
  return new Error('The answer is too long.')
}

function accessOf(access: AiAccess, status: number, text: string): AccessCheck {
  if (status === 200) {
    return ModelsAnswer.safeParse(parseJson(text, LIST_BOUNDS)).success
      ? { kind: 'accepted' }
      : { kind: 'unreachable', reason: { code: 'ai_no_provider', params: {} } }
  }
  // Google answers an invalid key with 400.
  if ([400, 401, 402, 403].includes(status)) {
    const answer = parseJson(text, REFUSAL_BOUNDS)
    return { kind: 'refused', reason: reasonOfRefusal(answer, status, access.apiKey) }
  }
  return { kind: 'unreachable', reason: reasonOfStatus(status) }
}

function parseJson(text: string, bounds: JsonBounds): unknown {
  if (isTooDeepOrLong(Buffer.from(text), bounds)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
