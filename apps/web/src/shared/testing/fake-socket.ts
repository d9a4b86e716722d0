import { EventEmitter } from 'node:events'
import type { Realtime, RealtimeLine } from '#shared/realtime/realtime-context.ts'

/** The server's end of a realtime line: what it heard, and a way to say something. */
export class FakeSocket extends EventEmitter {
  readonly heard: unknown[][] = []
  private missed = 0

  /** The server sends an event. */
  say(event: string, ...args: unknown[]): void {
    super.emit(event, ...args)
  }

  /** @param lostAt since when the server has been away, as pages are told */
  line(status: Realtime['status'], lostAt: number | null = null): RealtimeLine {
    // Whoever comes back has missed something.
    if (status === 'connected') this.missed += 1
    const emit: Realtime['emit'] = (event, ...args) => {
      if (status !== 'connected') return false
      this.heard.push([event, ...args])
      return true
    }
    // Pages touch only on() and off(), which an emitter has.
    const socket = this as unknown as RealtimeLine['socket']
    return {
      status,
      lastError: null,
      lostAt,
      missed: this.missed,
      tryNow: () => this.heard.push(['try now']),
      emit,
      socket,
    }
  }
}
