import type { Role } from '@kirim/contract/accounts'
import type { CampaignStatus } from '@kirim/contract/campaigns'
import type { ConnectionStatus, Device } from '@kirim/contract/devices'
import type { MembershipPlan } from '@kirim/contract/limits'
import {
  Ban,
  CalendarClock,
  Circle,
  CircleCheck,
  CircleDot,
  CircleOff,
  CircleSlash,
  Clock,
  Disc,
  KeyRound,
  LoaderCircle,
  type LucideIcon,
  Moon,
  Pause,
  Pencil,
  QrCode,
  Send,
  Shield,
  Smartphone,
  Timer,
  User,
  UserX,
  Wifi,
  WifiOff,
} from 'lucide-react'
import { textKey } from '#shared/i18n/text-key.ts'
import { type BadgeLook, LookBadge } from './look-badge.tsx'

/** The connection states of the server, and four that only the browser knows [4.device]. */
export type DeviceStatus =
  | ConnectionStatus
  | Device['connectionStatus']
  | 'waiting_phone'
  | 'waiting_passkey'
  | 'Connecting...'
  | 'User not loaded'

const disconnected: BadgeLook = { tone: 'neutral', icon: WifiOff, word: textKey('Disconnected') }

const connecting: BadgeLook = {
  tone: 'info',
  icon: LoaderCircle,
  word: textKey('Connecting...'),
  spin: true,
}

const deviceLooks: Record<DeviceStatus, BadgeLook> = {
  connected: { tone: 'success', icon: Wifi, word: textKey('Connected') },
  disconnected,
  logged_out: disconnected,
  waiting_qr: { tone: 'warning', icon: QrCode, word: textKey('Waiting for QR Scan') },
  waiting_phone: {
    tone: 'warning',
    icon: Smartphone,
    word: textKey('Waiting for the phone'),
  },
  waiting_passkey: {
    tone: 'warning',
    icon: KeyRound,
    word: textKey('Waiting for the passkey'),
  },
  connecting,
  'Connecting...': connecting,
  limit_reached: { tone: 'danger', icon: Ban, word: textKey('Limit reached') },
  'User not loaded': { tone: 'neutral', icon: UserX, word: textKey('User Not Ready') },
}

const campaignLooks: Record<CampaignStatus, BadgeLook> = {
  draft: { tone: 'neutral', icon: Pencil, word: textKey('Draft') },
  queued: { tone: 'neutral', icon: Clock, word: textKey('Queued') },
  scheduled: { tone: 'warning', icon: CalendarClock, word: textKey('Scheduled') },
  sending: { tone: 'info', icon: Send, word: textKey('Sending') },
  outside_hours: { tone: 'warning', icon: Moon, word: textKey('Outside hours') },
  waiting_number: { tone: 'warning', icon: WifiOff, word: textKey('Waiting for its number') },
  held: { tone: 'warning', icon: Timer, word: textKey('On hold') },
  paused: { tone: 'warning', icon: Pause, word: textKey('Paused') },
  completed: { tone: 'success', icon: CircleCheck, word: textKey('Completed') },
  cancelled: { tone: 'neutral', icon: CircleSlash, word: textKey('Cancelled') },
}

const roleLooks: Record<Role, BadgeLook> = {
  admin: { tone: 'solid', icon: Shield, word: textKey('Admin') },
  user: { tone: 'neutral', icon: User, word: textKey('User') },
}

const planIcons: Record<MembershipPlan, LucideIcon> = { Free: Circle, Basic: CircleDot, Pro: Disc }

export function DeviceStatusBadge({ status }: { status: DeviceStatus }) {
  return <LookBadge look={deviceLooks[status]} />
}

export function CampaignStatusBadge({ status }: { status: CampaignStatus }) {
  return <LookBadge look={campaignLooks[status]} />
}

export function EnabledBadge({ enabled }: { enabled: boolean }) {
  return (
    <LookBadge
      look={
        enabled
          ? { tone: 'success', icon: CircleCheck, word: textKey('Enabled') }
          : { tone: 'neutral', icon: CircleOff, word: textKey('Disabled') }
      }
    />
  )
}

export function RoleBadge({ role }: { role: Role }) {
  return <LookBadge look={roleLooks[role]} />
}

export function PlanBadge({ plan }: { plan: MembershipPlan }) {
  return <LookBadge look={{ tone: 'neutral', icon: planIcons[plan], word: plan }} />
}
