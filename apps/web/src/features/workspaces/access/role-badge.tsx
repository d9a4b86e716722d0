import { type RoleName, roles } from '@kirim/contract/roles'
import { Eye, type LucideIcon, MessageSquare, Shield, User, UserCog } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge, type BadgeTone } from '#shared/ui/badge.tsx'

const looks: Partial<Record<RoleName, { tone: BadgeTone; icon: LucideIcon }>> = {
  owner: { tone: 'solid', icon: Shield },
  manager: { tone: 'ring', icon: UserCog },
  agent: { tone: 'neutral', icon: MessageSquare },
  viewer: { tone: 'neutral', icon: Eye },
}

/** Of a role that is new to the screens. */
const otherLook = { tone: 'neutral', icon: User } as const

/** What a person is in a workspace. */
export function TeamRoleBadge({ role }: { role: RoleName }) {
  const { t } = useTranslation()
  const { tone, icon } = looks[role] ?? otherLook
  return (
    <Badge tone={tone} icon={icon}>
      {t(roles[role].name)}
    </Badge>
  )
}
