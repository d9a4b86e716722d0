import type { SandboxNetwork } from '@kirim/sandbox-network/network'

/** What the network saw, in the order it saw it: it knows nothing of the server's own records. */
export interface Witness {
  /** The moment that the server confirmed this message of a contact; infinite when it has not. */
  confirmedAt(messageId: string): number
  /** The moments at which messages of this text first reached the contact, from any number. */
  arrivals(contact: string, isMeant: (text: string) => boolean): number[]
}

/** Watches from now on. A moment is a place in the order of everything that happened. */
export function watch(network: SandboxNetwork): Witness {
  const confirmed = new Map<string, number>()
  const arrived = new Map<string, { text: string; at: number }[]>()
  let moment = 0
  network.events.on('message', ({ contact, message }) => {
    moment++
    if (message.direction !== 'to-contact' || message.copies > 1) return
    const known = arrived.get(contact) ?? []
    arrived.set(contact, [...known, { text: message.text, at: moment }])
  })
  network.events.on('status', ({ id, direction }) => {
    moment++
    if (direction === 'from-contact' && !confirmed.has(id)) confirmed.set(id, moment)
  })
  return {
    confirmedAt: (messageId) => confirmed.get(messageId) ?? Number.POSITIVE_INFINITY,
    arrivals: (contact, isMeant) =>
      (arrived.get(contact) ?? []).filter(({ text }) => isMeant(text)).map(({ at }) => at),
  }
}
