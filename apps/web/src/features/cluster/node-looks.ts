import type { ClusterEventCode, NodeState } from '@kirim/contract/cluster'
import {
  ArrowDownFromLine,
  CircleCheck,
  CircleOff,
  CirclePlay,
  CirclePlus,
  CircleX,
  type LucideIcon,
} from 'lucide-react'
import { textKey } from '#shared/i18n/text-key.ts'
import type { BadgeLook } from '#shared/ui/look-badge.tsx'

const notAnswering: BadgeLook = { tone: 'danger', icon: CircleX, word: textKey('Not answering') }

export const nodeLooks: Record<NodeState, BadgeLook> = {
  serving: { tone: 'success', icon: CircleCheck, word: textKey('Active') },
  draining: { tone: 'warning', icon: ArrowDownFromLine, word: textKey('Draining') },
  silent: notAnswering,
  gone: notAnswering,
  stopped: { tone: 'neutral', icon: CircleOff, word: textKey('Stopped') },
}

export const eventLooks: Record<ClusterEventCode, { icon: LucideIcon; classes: string }> = {
  node_joined: { icon: CirclePlus, classes: 'text-muted-foreground' },
  node_stopped: { icon: CircleOff, classes: 'text-muted-foreground' },
  node_silent: { icon: CircleX, classes: 'text-destructive' },
  taken_over: { icon: CircleCheck, classes: 'text-success' },
  draining: { icon: ArrowDownFromLine, classes: 'text-muted-foreground' },
  serving: { icon: CirclePlay, classes: 'text-muted-foreground' },
}
