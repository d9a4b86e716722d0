import { type DeviceProblemCode, deviceProblemTexts } from '@kirim/contract/device-problems'
import type { Device, DeviceProblem } from '@kirim/contract/devices'
import {
  Activity,
  Ban,
  CircleArrowUp,
  CloudOff,
  KeyRound,
  Lock,
  type LucideIcon,
  MonitorSmartphone,
  ShieldAlert,
  Timer,
  Unplug,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { textKey } from '#shared/i18n/text-key.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { Badge, type BadgeTone } from '#shared/ui/badge.tsx'

interface Look {
  /** Amber when it resolves by itself, red when the owner must act. */
  readonly tone: BadgeTone
  readonly icon: LucideIcon
  readonly word: string
}

const away: Look = { tone: 'warning', icon: CloudOff, word: textKey('WhatsApp unreachable') }
const outdated: Look = { tone: 'danger', icon: CircleArrowUp, word: textKey('Update needed') }
const proxy: Look = { tone: 'danger', icon: Unplug, word: textKey('Proxy down') }
const banned: Look = { tone: 'danger', icon: Ban, word: textKey('Banned') }
const limited: Look = {
  tone: 'warning',
  icon: Timer,
  word: textKey('New chats limited'),
}

const looks: Record<DeviceProblemCode, Look> = {
  network_not_genuine: { tone: 'danger', icon: ShieldAlert, word: textKey('Not WhatsApp') },
  network_away: away,
  network_away_coded: away,
  network_not_understood: away,
  client_outdated: outdated,
  client_refused: outdated,
  no_linked_devices: outdated,
  banned_until: banned,
  banned_unnamed: banned,
  banned,
  resting: { tone: 'warning', icon: Timer, word: textKey('Slowed down') },
  quiet: { tone: 'warning', icon: Activity, word: textKey('Quiet') },
  new_chats_limited: limited,
  new_chats_limited_guess: limited,
  proxy_down: proxy,
  proxy_sign_in: proxy,
  proxy_blocks: proxy,
  proxy_private: proxy,
  locked: { tone: 'danger', icon: Lock, word: textKey('Locked') },
  opened_elsewhere: {
    tone: 'danger',
    icon: MonitorSmartphone,
    word: textKey('Opened elsewhere'),
  },
  keys_unreadable: { tone: 'danger', icon: KeyRound, word: textKey('Keys unreadable') },
}

/** Whether the network limits new chats, with or without a known end. */
export function isNewChatsLimited(problem: Device['problem']): boolean {
  return problem !== null && looks[problem.code] === limited
}

export function DeviceProblemBadge({ problem }: { problem: DeviceProblem }) {
  const { t } = useTranslation()
  const { tone, icon, word } = looks[problem.code]
  return (
    <Badge tone={tone} icon={icon}>
      {t(word)}
    </Badge>
  )
}

/** Why a number is not connected, and what happens next. */
export function DeviceProblemText({ problem }: { problem: DeviceProblem }) {
  const { i18n } = useTranslation()
  const moment = useMomentText()
  const { code, params } = problem
  const { at } = params
  const values = { ...params, ...(typeof at === 'string' && { at: moment(at) }) }
  // Passes values as `replace`, so that they cannot set options of `t`.
  return <>{i18n.t(deviceProblemTexts[code], { replace: values })}</>
}
