import type { LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge, type BadgeTone } from './badge.tsx'

/** The look of a state, the same on every page. */
export interface BadgeLook {
  tone: BadgeTone
  icon: LucideIcon
  word: string
  spin?: boolean
}

export function LookBadge({ look }: { look: BadgeLook }) {
  const { t } = useTranslation()
  return (
    <Badge tone={look.tone} icon={look.icon} spin={look.spin ?? false}>
      {t(look.word)}
    </Badge>
  )
}
