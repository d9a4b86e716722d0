import { DomainError } from '../../../platform/errors.ts'
import type { ChatbotNumber, createNumbersRepository } from './numbers.repository.ts'

/** The owner's number. Throws `device_not_found`. */
export type RequireNumber = (userId: string, deviceId: string) => Promise<ChatbotNumber>

export function createRequireNumber(
  numbers: ReturnType<typeof createNumbersRepository>,
): RequireNumber {
  return async (userId, deviceId) => {
    const number = await numbers.find(userId, deviceId)
    if (!number) throw new DomainError('device_not_found')
    return number
  }
}
