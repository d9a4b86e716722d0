import type { SandboxWeather } from '@kirim/contract/sandbox-weather'
import {
  ArrowLeftRight,
  Ban,
  CheckCheck,
  CircleArrowUp,
  CloudOff,
  EyeOff,
  Gauge,
  Hash,
  History,
  ImageDown,
  KeyRound,
  type LucideIcon,
  MonitorSmartphone,
  PlugZap,
  RefreshCwOff,
  Shuffle,
  Sun,
  Timer,
} from 'lucide-react'
import { textKey } from '#shared/i18n/text-key.ts'

export type WeatherKind = SandboxWeather['kind']

interface KindOfWeather {
  icon: LucideIcon
  label: string
  /** What it does, in one sentence. */
  detail: string
}

/** How each kind of weather is shown. */
export const WEATHER: Readonly<Record<WeatherKind, KindOfWeather>> = {
  calm: { icon: Sun, label: textKey('Calm'), detail: textKey('Everything arrives.') },
  outage: {
    icon: CloudOff,
    label: textKey('Outage'),
    detail: textKey('Connections fail: WhatsApp answers each login with 503.'),
  },
  old_client: {
    icon: CircleArrowUp,
    label: textKey('Old client'),
    detail: textKey('WhatsApp answers each login with 405: the client is too old.'),
  },
  limited: {
    icon: Timer,
    label: textKey('Limited'),
    detail: textKey('New chats are refused with 463. Existing chats continue.'),
  },
  banned: {
    icon: Ban,
    label: textKey('Banned'),
    detail: textKey(
      'WhatsApp answers each login with 402 until the ban ends, or 406 if it has no end.',
    ),
  },
  slow_media: {
    icon: ImageDown,
    label: textKey('Slow media'),
    detail: textKey('Uploads and downloads take this long.'),
  },
  migrated: {
    icon: ArrowLeftRight,
    label: textKey('Migrated'),
    detail: textKey('Contacts that moved to a LID refuse their number with 463.'),
  },
  companions: {
    icon: MonitorSmartphone,
    label: textKey('Companions'),
    detail: textKey('Each contact has more devices, and each sends its own receipts.'),
  },
  undecryptable: {
    icon: EyeOff,
    label: textKey('Unreadable'),
    detail: textKey('Messages from contacts cannot be read at first.'),
  },
  receipts: {
    icon: CheckCheck,
    label: textKey('Late receipts'),
    detail: textKey('Receipts arrive late, twice or out of order.'),
  },
  rate_overlimit: {
    icon: Gauge,
    label: textKey('Too fast'),
    detail: textKey('Lookups beyond this many a minute are refused with 429.'),
  },
  variants: {
    icon: Hash,
    label: textKey('Numbers vary'),
    detail: textKey('Accounts in Brazil, Mexico and Argentina have different numbers.'),
  },
  closed: {
    icon: PlugZap,
    label: textKey('Closed connections'),
    detail: textKey('WhatsApp closes connections with a code.'),
  },
  app_state: {
    icon: RefreshCwOff,
    label: textKey('Broken settings'),
    detail: textKey('The settings of the phone cannot be synchronised.'),
  },
  passkey: {
    icon: KeyRound,
    label: textKey('Passkey'),
    detail: textKey('Linking a device requires a passkey first.'),
  },
  history: {
    icon: History,
    label: textKey('Large history'),
    detail: textKey('A linked device receives the history of a large account.'),
  },
  mixed: {
    icon: Shuffle,
    label: textKey('Mixed'),
    detail: textKey('All of these in turn, chosen from a seed.'),
  },
}

/** A kind that the network names; one that this page does not know is shown as mixed. */
export const weatherOf = (kind: string): KindOfWeather =>
  Object.hasOwn(WEATHER, kind) ? WEATHER[kind as WeatherKind] : WEATHER.mixed

/** The kinds that can be chosen, and what each begins with. */
export const CHOICES: readonly SandboxWeather[] = [
  { kind: 'calm' },
  { kind: 'outage' },
  { kind: 'old_client' },
  { kind: 'limited', newADay: 0 },
  { kind: 'banned' },
  { kind: 'slow_media', forMs: 40_000 },
  { kind: 'migrated', share: 1 },
  { kind: 'companions', devices: 2 },
  { kind: 'undecryptable', share: 1 },
  { kind: 'receipts', delayMs: 5000, repeat: 1, reorder: true },
  { kind: 'rate_overlimit', perMinute: 0 },
  { kind: 'variants' },
  { kind: 'closed', code: 503, when: 'open' },
  { kind: 'app_state', how: 'error' },
  { kind: 'passkey' },
  { kind: 'history', chats: 200, messages: 2000 },
  { kind: 'mixed', seed: 1 },
]
