import type { Clock } from '../../../platform/clock.ts'
import { type AiAllowance, type AiQuestion, AiWriteError, type AiWriter } from './ai-reply.ports.ts'

/** About as much as a phone shows without 'Read more'. */
const REPLY_MAX_LENGTH = 1000

export interface AiRepliesDeps {
  readonly writer: AiWriter
  readonly allowance: AiAllowance
  readonly clock: Clock
  onFault(workspaceId: string, fault: string): void
}

/**
 * Replies written by AI, each counted in its owner's month. Null when no provider is set, the
 * month's cap is reached or the provider fails; never throws.
 */
export function createAiReplies({ writer, allowance, clock, onFault }: AiRepliesDeps) {
  return async (workspaceId: string, question: AiQuestion): Promise<string | null> => {
    try {
      const source = await allowance.source(workspaceId)
      const month = new Date(clock.now()).toISOString().slice(0, 7)
      if (!source || !(await allowance.take(workspaceId, month))) return null
      try {
        return await writer.write({ ...question, source, maxLength: REPLY_MAX_LENGTH })
      } catch (error) {
        await allowance.refundCall(workspaceId, month)
        throw error
      }
    } catch (error) {
      onFault(workspaceId, error instanceof AiWriteError ? error.fault : 'internal')
      return null
    }
  }
}
