import type { Role } from '@kirim/contract/accounts'
import type { CampaignStatus } from '@kirim/contract/campaigns'
import type { ConnectionStatus, Device } from '@kirim/contract/devices'
import type { MembershipPlan } from '@kirim/contract/limits'
import {
  Ban,
  CalendarClock,
  Circle,
  CircleAlert,
  CircleCheck,
  CircleDot,
  CircleOff,
  Clock,
  Disc,
  LoaderCircle,
  type LucideIcon,
  Moon,
  Pause,
  QrCode,
  Send,
  Shield,
  User,
  UserX,
  Wifi,
  WifiOff,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge, type BadgeTone } from './badge.tsx'

interface Look {
  tone: BadgeTone
  icon: LucideIcon
  word: string
  spin?: boolean
}

/** What the server says of a connection, and the two states only the browser knows (SPEC §4). */
export type DeviceStatus =
  | ConnectionStatus
  | Device['connectionStatus']
  | 'connecting'
  | 'user_not_loaded'

const disconnected: Look = { tone: 'neutral', icon: WifiOff, word: 'Disconnected' }

const deviceLooks: Record<DeviceStatus, Look> = {
  connected: { tone: 'success', icon: Wifi, word: 'Connected' },
  disconnected,
  logged_out: disconnected,
  waiting_qr: { tone: 'warning', icon: QrCode, word: 'Waiting for QR Scan' },
  connecting: { tone: 'info', icon: LoaderCircle, word: 'Connecting...', spin: true },
  limit_reached: { tone: 'danger', icon: Ban, word: 'Limit reached' },
  user_not_loaded: { tone: 'neutral', icon: UserX, word: 'User Not Ready' },
}

const campaignLooks: Record<CampaignStatus, Look> = {
  queued: { tone: 'neutral', icon: Clock, word: 'Queued' },
  scheduled: { tone: 'warning', icon: CalendarClock, word: 'Scheduled' },
  sending: { tone: 'info', icon: Send, word: 'Sending' },
  outside_hours: { tone: 'warning', icon: Moon, word: 'Outside hours' },
  paused: { tone: 'warning', icon: Pause, word: 'Paused' },
  completed: { tone: 'success', icon: CircleCheck, word: 'Completed' },
  stopped: { tone: 'danger', icon: CircleAlert, word: 'Stopped' },
}

const roleLooks: Record<Role, Look> = {
  admin: { tone: 'solid', icon: Shield, word: 'Admin' },
  user: { tone: 'neutral', icon: User, word: 'User' },
}

const planIcons: Record<MembershipPlan, LucideIcon> = { Free: Circle, Basic: CircleDot, Pro: Disc }

export function DeviceStatusBadge({ status }: { status: DeviceStatus }) {
  return <StatusBadge look={deviceLooks[status]} />
}

export function CampaignStatusBadge({ status }: { status: CampaignStatus }) {
  return <StatusBadge look={campaignLooks[status]} />
}

export function EnabledBadge({ enabled }: { enabled: boolean }) {
  return (
    <StatusBadge
      look={
        enabled
          ? { tone: 'success', icon: CircleCheck, word: 'Enabled' }
          : { tone: 'neutral', icon: CircleOff, word: 'Disabled' }
      }
    />
  )
}

export function RoleBadge({ role }: { role: Role }) {
  return <StatusBadge look={roleLooks[role]} />
}

export function PlanBadge({ plan }: { plan: MembershipPlan }) {
  return <StatusBadge look={{ tone: 'neutral', icon: planIcons[plan], word: plan }} />
}

function StatusBadge({ look }: { look: Look }) {
  const { t } = useTranslation()
  return (
    <Badge tone={look.tone} icon={look.icon} spin={look.spin ?? false}>
      {t(look.word)}
    </Badge>
  )
}
