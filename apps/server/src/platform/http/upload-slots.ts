import type { IncomingMessage } from 'node:http'
import type { Clock } from '../clock.ts'
import { DomainError } from '../errors.ts'
import { clientNetwork } from './client-network.ts'
import { refuseSocket } from './unreadable-request.ts'

/** Limits of concurrent uploads. */
interface SlotLimits {
  readonly perMember: number
  /** One person may have many accounts, but rarely many addresses. */
  readonly perAddress: number
  readonly total: number
}

const DEFAULT_LIMITS: SlotLimits = { perMember: 6, perAddress: 32, total: 150 }
const CHECK_INTERVAL_MS = 5000
/** An upload's speed is not checked during this time. */
const GRACE_PERIOD_MS = 30_000
/** 16 KB in ten seconds: 10 MB may take an hour and three quarters. */
const MIN_BYTES_PER_MS = 16_384 / 10_000
/** When all slots are taken, an upload slower than this loses its slot after a few seconds. */
const SLOW_BYTES_PER_MS = 65_536 / 1000
const SLOW_AFTER_MS = 10_000

interface Upload {
  readonly userId: string
  readonly address: string
  readonly request: IncomingMessage
  readonly startedAt: number
  readonly bytesBefore: number
}

interface Uploader {
  readonly userId: string
  readonly ip: string
}

/**
 * Limits concurrent uploads in total, per member and per address, because each keeps its fields in
 * memory until it is answered. An upload that is too slow is refused, and when all slots are taken
 * the slowest one loses its slot.
 */
export function createUploadSlots(clock: Clock, limits = DEFAULT_LIMITS) {
  const open = new Set<Upload>()

  /** Bytes per millisecond since it started. */
  function speedOf({ request, bytesBefore }: Upload, ms: number): number {
    return (request.socket.bytesRead - bytesBefore) / ms
  }

  function close(upload: Upload, code: 'request_timeout' | 'too_many_uploads'): void {
    open.delete(upload)
    const { socket } = upload.request
    if (socket.writable) refuseSocket(socket, new DomainError(code))
  }

  function watch(upload: Upload): () => void {
    let cancel = clock.after(CHECK_INTERVAL_MS, look)
    function look() {
      if (upload.request.complete || !open.has(upload)) return
      const ms = clock.now() - upload.startedAt - GRACE_PERIOD_MS
      if (ms >= 0 && speedOf(upload, ms) < MIN_BYTES_PER_MS) close(upload, 'request_timeout')
      else cancel = clock.after(CHECK_INTERVAL_MS, look)
    }
    return () => cancel()
  }

  /** Frees a slot among these uploads, if possible. */
  function freeSlot(among: readonly Upload[], places: number): boolean {
    if (among.length < places) return true
    const now = clock.now()
    let slowest: { upload: Upload; speed: number } | null = null
    for (const upload of among) {
      const ms = now - upload.startedAt
      if (upload.request.complete || ms < SLOW_AFTER_MS) continue
      const speed = speedOf(upload, ms)
      if (speed < (slowest?.speed ?? SLOW_BYTES_PER_MS)) slowest = { upload, speed }
    }
    if (slowest) close(slowest.upload, 'too_many_uploads')
    return slowest !== null
  }

  return {
    /** Runs a member's upload in a slot. Throws `too_many_uploads`. */
    async within<T>({ userId, ip }: Uploader, request: IncomingMessage, run: () => Promise<T>) {
      const address = clientNetwork(ip)
      const all = [...open]
      const hasRoom =
        all.filter((upload) => upload.userId === userId).length < limits.perMember &&
        freeSlot(
          all.filter((upload) => upload.address === address),
          limits.perAddress,
        ) &&
        freeSlot([...open], limits.total)
      if (!hasRoom) throw new DomainError('too_many_uploads')
      const bytesBefore = request.socket.bytesRead
      const upload = { userId, address, request, startedAt: clock.now(), bytesBefore }
      open.add(upload)
      const stopWatching = watch(upload)
      try {
        return await run()
      } finally {
        stopWatching()
        open.delete(upload)
      }
    },
  }
}
