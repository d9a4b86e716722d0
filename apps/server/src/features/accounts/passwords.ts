import { availableParallelism } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import { createFairQueue } from '../../platform/fair-queue.ts'

/** Each hash keeps a core busy, and disk writes share the same thread pool. */
const PLACES = Math.max(1, Math.min(2, availableParallelism() - 1))
/** Per asker. Only a flood of requests reaches it. */
const WAITING_MAX = 100

/** All hashes of the process, whoever makes them. */
const places = createFairQueue({ concurrency: PLACES, waitingMax: WAITING_MAX })

/** The cost of a hash; verifying costs the same. */
export type PasswordCost = Pick<Options, 'memoryCost' | 'timeCost'>

/** Throws when the hash is no longer wanted. */
type Before = () => Promise<void>

/**
 * Askers take turns, so one with many requests delays only its own. An asker is an account, or a
 * network where there is no account. `before` runs in the turn. All throw `too_much_waiting`.
 */
export interface Passwords {
  hash(asker: string, password: string, before?: Before): Promise<string>
  matches(asker: string, passwordHash: string, password: string, before?: Before): Promise<boolean>
  /** Takes as long as a real check, so that response times do not reveal which e-mails exist. */
  matchesNothing(asker: string, password: string): Promise<false>
}

/** argon2id, by default with the library's OWASP parameters. */
export function createPasswords(cost: PasswordCost = {}): Passwords {
  let decoy: Promise<string> | undefined
  const passwords: Passwords = {
    hash: (asker, password, before) =>
      places.run(asker, async () => {
        await before?.()
        return hash(password, cost)
      }),
    matches: (asker, passwordHash, password, before) =>
      places.run(asker, async () => {
        await before?.()
        return verify(passwordHash, password)
      }),
    async matchesNothing(asker, password) {
      decoy ??= passwords.hash('the decoy', 'a password that nobody has')
      await passwords.matches(asker, await decoy, password)
      return false
    },
  }
  return passwords
}
