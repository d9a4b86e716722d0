import { EventEmitter } from 'node:events'
import type { Realtime, RealtimeConnection } from '#shared/realtime/realtime-context.ts'

/** The server's end of a realtime connection: records received events and sends events. */
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
    // A reconnect always counts as missed events.
    if (status === 'connected') this.missedCount += 1
    const emit: Realtime['emit'] = (event, ...args) => {
      // Checks the current status, because a page may still hold the previous `emit`.
      if (this.status !== 'connected') return false
      this.heard.push([event, ...args])
      return true
    }
    // Pages only use on() and off(), which an EventEmitter has.
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
