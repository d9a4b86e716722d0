import type { NodeBus } from '../platform/nodes/node-bus.ts'

/** Buses of nodes in one process: what one tells the others hear at once. */
export function busBetween() {
  const members: { node: string; on: Map<string, ((about: string, from: string) => void)[]> }[] = []
  const missed: (() => void)[] = []
  const told: { readonly from: string; readonly topic: string; readonly about: string }[] = []

  function bus(node: string): NodeBus {
    const on = new Map<string, ((about: string, from: string) => void)[]>()
    members.push({ node, on })
    return {
      part: { name: 'node bus', start: async () => {}, stop: async () => {} },
      isShared: true,
      publish(topic, about) {
        told.push({ from: node, topic, about })
        for (const member of members) {
          if (member.node === node) continue
          for (const hear of member.on.get(topic) ?? []) hear(about, node)
        }
      },
      on: (topic, hear) => void on.set(topic, [...(on.get(topic) ?? []), hear]),
      onMissed: (hear) => void missed.push(hear),
    }
  }

  function missSomething(): void {
    for (const hear of missed) hear()
  }

  return { bus, told, missSomething }
}
