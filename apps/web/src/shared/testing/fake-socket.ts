import { EventEmitter } from 'node:events'
import type { Realtime, RealtimeConnection } from '#shared/realtime/realtime-context.ts'

/** The server's end of a realtime line: what it heard, and a way to say something. */
export class FakeSocket extends EventEmitter {
  readonly heard: unknown[][] = []
  private missedCount = 0
  private status: Realtime['status'] = 'connecting'

  /** The server sends an event. */
  say(event: string, ...args: unknown[]): void {
    super.emit(event, ...args)
  }

  /** @param offlineSince since when the server has been away, as pages are told */
  connection(status: Realtime['status'], offlineSince: number | null = null): RealtimeConnection {
    this.status = status
    // Whoever comes back has missed something.
    if (status === 'connected') this.missedCount += 1
    const emit: Realtime['emit'] = (event, ...args) => {
      // As it is by then: a page may hold on to the one of before.
      if (this.status !== 'connected') return false
      this.heard.push([event, ...args])
      return true
    }
    // Pages touch only on() and off(), which an emitter has.
    const socket = this as unknown as RealtimeConnection['socket']
    return {
      status,
      lastError: null,
      offlineSince,
      missedCount: this.missedCount,
      reconnectNow: () => this.heard.push(['try now']),
      emit,
      socket,
    }
  }
}
