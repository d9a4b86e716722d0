import type { ClusterNode } from '@kirim/contract/cluster'
import { useFormat } from '#shared/i18n/format.ts'
import { cn } from '#shared/ui/cn.ts'
import type { ChangeNode } from './use-cluster.ts'
import { useNodeTexts } from './use-node-texts.ts'

export interface NodeRow {
  node: ClusterNode
  /** Whether another node has a newer version. */
  isOlder: boolean
  /** Null where nothing can be changed. */
  change: ChangeNode | null
}

/** Where it is, and since when. */
export function NodePlace({ node, className }: { node: ClusterNode; className?: string }) {
  const texts = useNodeTexts()
  return (
    <p className={cn('tnum text-caption wrap-anywhere text-muted-foreground', className)}>
      {texts.about(node)}
    </p>
  )
}

export function NodeDevices({ devices }: { devices: number }) {
  const { number } = useFormat()
  return <span className="tnum">{number(devices)}</span>
}
