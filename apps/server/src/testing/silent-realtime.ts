import type { Realtime } from '../platform/realtime/realtime.ts'

/** Sends nothing, but what a test takes itself. */
export function silentRealtime(taken: Partial<Realtime> = {}): Realtime {
  return {
    toWorkspace() {},
    toNumbers() {},
    byReach() {},
    ofChat() {},
    aboutChat() {},
    chatGone() {},
    toMember() {},
    toPerson() {},
    async membershipChanged() {},
    signOut() {},
    hangUp() {},
    ...taken,
  }
}
