import type { Cluster, ClusterNode } from '@kirim/contract/cluster'

const MEGABYTE = 1024 ** 2
const GIGABYTE = 1024 ** 3
/** From here on memory is told in gigabytes. */
const LARGE = 10 * GIGABYTE

/** Whether it has numbers, or may have some soon. */
export function takesPart({ state }: ClusterNode): boolean {
  return state !== 'gone' && state !== 'stopped'
}

/** Of the nodes that take part, the newest first. */
export function versionsOf(nodes: readonly ClusterNode[]): string[] {
  const versions = new Set(nodes.filter(takesPart).map(({ version }) => version))
  return [...versions].sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
}

export interface ClusterSums {
  messagesAMinute: number
  sending: number
  /** The last take-over's; null before the first. */
  takeOverSeconds: number | null
}

export function sumsOf({ nodes, events }: Cluster): ClusterSums {
  const figures = nodes.filter(takesPart).flatMap((node) => node.figures ?? [])
  const sum = (of: 'messagesAMinute' | 'sending') =>
    figures.reduce((total, one) => total + one[of], 0)
  return {
    messagesAMinute: sum('messagesAMinute'),
    sending: sum('sending'),
    takeOverSeconds: events.find(({ code }) => code === 'taken_over')?.seconds ?? null,
  }
}

export function memoryOf(bytes: number): { value: number; unit: 'MB' | 'GB' } {
  if (bytes < LARGE) return { value: Math.round(bytes / MEGABYTE), unit: 'MB' }
  return { value: Math.round((10 * bytes) / GIGABYTE) / 10, unit: 'GB' }
}
