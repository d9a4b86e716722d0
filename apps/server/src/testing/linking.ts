import type { PasskeyStep } from '@kirim/contract/passkey'
import type { PairingCode } from '@kirim/contract/realtime'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { createSessionLimit } from '../features/devices/connection/request-limits.ts'
import type { About } from '../features/devices/devices.events.ts'
import type { LinkListener, LinkWish } from '../features/devices/devices.ports.ts'
import { createLinking, type LinkDeps } from '../features/devices/link/link-device.ts'
import type { DomainError } from '../platform/errors.ts'
import { createLimits } from '../platform/limits/limits.ts'
import { createKeyedLock } from '../platform/lock.ts'
import { createLog } from '../platform/log.ts'

/** A number that the user has linked before. */
export const LINKED = '60123450000'

/** Attempts to link over a network that is heard and answered by the test. */
export function setUpLinking(
  given: { refusal?: DomainError; sessions?: number; saveLink?: () => Promise<unknown> } = {},
) {
  const clock = createFakeClock()
  const told: unknown[] = []
  const attempts: LinkListener[] = []
  const numbers: (string | null)[] = []
  const again: (string | null)[] = []
  let hasAccepted = false
  const note = (what: string) => async (id: string) => void told.push(`${what} ${id}`)
  const deps = {
    clock,
    limits: createLimits(clock),
    sessionLimit: createSessionLimit(createLimits(clock), given.sessions ?? 100),
    log: createLog('silent'),
    inTurn: createKeyedLock(),
    network: {
      link(listener: LinkListener, { phoneNumber, deviceId }: LinkWish) {
        attempts.push(listener)
        numbers.push(phoneNumber)
        again.push(deviceId)
        return {
          withdraw: () => !hasAccepted,
          answerPasskey: () => void told.push('answered'),
          confirmPasskey: () => void told.push('confirmed'),
        }
      },
    },
    devices: {
      saveLink: given.saveLink ?? (async () => ({ device: { id: 'device' }, isNew: true })),
      list: async () => [{ id: 'linked', number: LINKED }],
      find: async (_user: string, id: string) => (id === 'linked' ? { id } : null),
    },
    leases: { keep: () => {} },
    connections: { forget: note('forgot'), connect: note('connected') },
    planLimit: {
      noteRequest: (id: string, how: string) => void told.push(`${how} of ${id}`),
      refuseAnother: async () => given.refusal ?? null,
    },
    events: {
      qr: (_workspaceId: string, _about: About, text: string, life: object) =>
        void told.push([text, life]),
      passkey: (_workspaceId: string, _about: About, step: PasskeyStep) => void told.push(step),
      pairingCode: (_workspaceId: string, _about: About, shown: PairingCode) =>
        void told.push(shown),
      refused: (_workspaceId: string, _about: About, { code, params }: DomainError) =>
        void told.push([code, params]),
      limitReached: (_workspaceId: string, _about: About, { code }: DomainError) =>
        void told.push(code),
    },
    onEnded: note('ended'),
    takeOver: async () => {},
    onChanged: () => {},
    onFault: (error: unknown) => void told.push(error instanceof Error && error.message),
  } as unknown as LinkDeps
  const linking = createLinking(deps)
  return {
    clock,
    told,
    attempts,
    numbers,
    again,
    linking,
    accept: () => {
      hasAccepted = true
    },
    async begin() {
      await linking.request('me')
      const listener = attempts.at(-1)
      if (!listener) throw new Error('nothing began')
      return listener
    },
  }
}
