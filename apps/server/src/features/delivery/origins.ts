import type { OriginKind, OriginPort, Origins } from './delivery.ports.ts'

const KINDS = Object.keys({
  campaign: true,
  chatbot: true,
  opt_out: true,
  call: true,
  test: true,
  member: true,
} satisfies Record<OriginKind, true>) as OriginKind[]

/** The origins of messages: each room above adds its own before the server starts. */
export function createOrigins(): Origins & {
  add(kind: OriginKind, origin: OriginPort): void
  /** Throws while an origin is missing. */
  requireAll(): void
} {
  const origins = new Map<OriginKind, OriginPort>()

  return {
    add(kind, origin) {
      if (origins.has(kind)) throw new Error(`Two rooms are the origin of '${kind}' messages.`)
      origins.set(kind, origin)
    },
    of(kind) {
      const origin = origins.get(kind)
      if (!origin) throw new Error(`No room is the origin of '${kind}' messages.`)
      return origin
    },
    kinds: () => [...origins.keys()],
    requireAll() {
      const missing = KINDS.filter((kind) => !origins.has(kind))
      if (missing.length > 0) throw new Error(`Messages have no origin: ${missing.join(', ')}.`)
    },
  }
}
