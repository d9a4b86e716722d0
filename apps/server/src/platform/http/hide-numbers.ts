import { type CallSpec, NEXT_CURSOR_HEADER, type ResponseOf } from '@kirim/contract/call'
import { z } from 'zod'
import type { Person } from '../caller.ts'
import type { SecretBox } from '../crypto/secret-box.ts'
import { DomainError } from '../errors.ts'
import { numbersIn } from '../hidden-numbers/numbers-in.ts'
import { masked } from '../hidden-numbers/shown-to.ts'
import type { CallInput, Handler } from './handler.ts'
import { Streamed } from './streamed.ts'

/**
 * The handler of a call for all callers. From those who may not see phone numbers it hides them,
 * and seals the cursors of plain lists, which may be made of names that are numbers.
 */
export function hideNumbers<C extends CallSpec>(
  spec: C,
  handler: Handler<C>,
  box: SecretBox,
): Handler<C> {
  const isList = spec.response instanceof z.core.$ZodArray
  return async (input) => {
    const caller: Person | null = input.caller
    const { workspaceId, hidesNumbers = false } = caller?.membership ?? {}
    if (!hidesNumbers) return handler(input)
    if (!isList) return maskAnswer(spec, await handler(input))
    const context = `cursor ${workspaceId} ${spec.path}`
    const answer = await handler(withOpenCursor(input, box, context))
    const next = input.reply.getHeader(NEXT_CURSOR_HEADER)
    if (typeof next === 'string') input.reply.header(NEXT_CURSOR_HEADER, box.seal(next, context))
    return maskAnswer(spec, answer)
  }
}

/** Throws `malformed_request` for a cursor that was not sealed here. */
function withOpenCursor<C extends CallSpec>(
  input: CallInput<C>,
  box: SecretBox,
  context: string,
): CallInput<C> {
  const query: unknown = input.query
  if (typeof query !== 'object' || query === null || !('cursor' in query)) return input
  const { cursor } = query
  if (typeof cursor !== 'string' || cursor === '') return input
  const open = { ...query, cursor: opened(cursor, box, context) } as typeof input.query
  return { ...input, query: open }
}

function opened(sealed: string, box: SecretBox, context: string): string {
  try {
    return box.open(sealed, context)
  } catch {
    throw new DomainError('malformed_request')
  }
}

/**
 * The answer of a call as those see it from whom phone numbers are hidden. The rows of a file are
 * `shownTo` its reader by whoever writes them.
 */
export function maskAnswer<C extends CallSpec>(
  { response }: C,
  answer: ResponseOf<C> | Streamed<ResponseOf<C>>,
): ResponseOf<C> | Streamed<ResponseOf<C>> {
  if (!response || !numbersIn(response)) return answer
  if (answer instanceof Streamed) return answer.changed((page) => masked(response, page))
  return masked(response, answer)
}
