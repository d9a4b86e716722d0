import { isDeepStrictEqual as isSame } from 'node:util'
import type { Socket } from 'socket.io'
import type { Authenticate, Person } from '../caller.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { callerOf } from './sign-ins.ts'

const LOOK_AGAIN_MS = 5 * 60 * 1000

interface TokenEndsDeps {
  readonly authenticate: Authenticate
  readonly clock: Clock
  readonly log: Log
}

/**
 * Signs connections out once their token has expired or was revoked, and closes those whose
 * membership is another than when they connected.
 */
export function createTokenEnds({ authenticate, clock, log }: TokenEndsDeps) {
  /** Sequentially: there may be thousands. */
  async function signOutRevoked(sockets: readonly Socket[]): Promise<void> {
    for (const socket of sockets) {
      await signOutIfRevoked(socket, callerOf(socket))
    }
  }

  async function signOutIfRevoked(socket: Socket, { token, membership }: Person): Promise<void> {
    try {
      const now = await authenticate(token, membership?.workspaceId)
      if (!now) signOut(socket)
      else if (membership && !isSame(membership, now.membership)) socket.disconnect(true)
    } catch (err) {
      log.error({ err }, 'realtime sign-in could not be looked up again')
    }
  }

  /**
   * Closes the connection when its token expires or was revoked during the sign-in. Looks again now
   * and then: a node can be killed between a change and its notice to the others.
   */
  function endWithToken(socket: Socket, caller: Person): void {
    const { expiresAt } = caller
    let cancel = () => {}
    const wait = () => {
      const left = expiresAt - clock.now()
      if (left <= 0) return signOut(socket)
      cancel = clock.after(Math.min(left, LOOK_AGAIN_MS), () => {
        void signOutIfRevoked(socket, caller)
        wait()
      })
    }
    wait()
    socket.once('disconnect', () => cancel())
    void signOutIfRevoked(socket, caller)
  }

  function signOut(socket: Socket): void {
    socket.emit('signed_out')
    socket.disconnect(true)
  }

  return { signOut, signOutRevoked, endWithToken }
}
