import { Check, CheckCheck, Clock, type LucideIcon, Smartphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { textKey } from '#shared/i18n/text-key.ts'
import { ChatBubble } from '#shared/ui/chat-bubble.tsx'
import { cn } from '#shared/ui/cn.ts'

interface Step {
  icon: LucideIcon
  classes: string
  word: string
  time: string
}

const steps: readonly Step[] = [
  {
    icon: Clock,
    classes: 'bg-neutral-soft text-neutral-ink',
    word: textKey('Queued'),
    time: '06:59:41',
  },
  { icon: Check, classes: 'bg-info-soft text-info-ink', word: textKey('Sent'), time: '07:00:03' },
  {
    icon: CheckCheck,
    classes: 'bg-success-soft text-success-ink',
    word: textKey('Delivered'),
    time: '07:00:04',
  },
  {
    icon: CheckCheck,
    classes: 'bg-primary text-primary-foreground',
    word: textKey('Read'),
    time: '07:02:19',
  },
]

/** The panel beside the sign-in form: an example message with its ledger row. */
export function MessageStory() {
  const { t } = useTranslation()
  return (
    <aside className="relative hidden overflow-hidden border-l bg-chat lg:flex lg:flex-col lg:justify-center">
      <svg
        viewBox="6 5 22 22"
        fill="currentColor"
        aria-hidden="true"
        className="pointer-events-none absolute -top-20 -right-24 h-[132%] text-primary opacity-[0.055]"
      >
        <path d="M13.3 16 26.6 6.2l-5 9.8z" />
        <path d="M13.3 16h8.3l4 9.5h-5.7z" opacity=".55" />
      </svg>
      <div className="relative mx-auto w-full max-w-[440px] px-6 py-10">
        <p className="mb-3 flex items-center gap-2 text-caption text-muted-foreground">
          <Smartphone className="size-4" aria-hidden="true" />
          {t('Kedai Kopi Pagi to Aisyah')}
        </p>
        <ChatBubble
          side="out"
          media={<IcedCoffee label={t('A cup of iced coffee')} />}
          text={t(
            'Selamat pagi, Aisyah. Kopi ais RM4 until 11 this morning. Show this message at the counter.',
          )}
          time={<time>07:00</time>}
          tick="read"
        />
        <div className="mt-5 rounded-lg border bg-card p-5">
          <p className="mb-4 text-caption font-medium">{t('One message, accounted for')}</p>
          <ol>
            {steps.map((step, index) => (
              <StoryStep key={step.word} step={step} last={index === steps.length - 1} />
            ))}
          </ol>
        </div>
      </div>
    </aside>
  )
}

function StoryStep({ step, last }: { step: Step; last: boolean }) {
  const { t } = useTranslation()
  const { icon: Icon, classes, word, time } = step
  return (
    <li className={cn('relative flex gap-3', !last && 'pb-5')}>
      {!last && <span className="absolute top-[27px] bottom-1 left-[11px] w-px bg-input" />}
      <span className={cn('grid size-[23px] shrink-0 place-items-center rounded-full', classes)}>
        <Icon className="size-3.5 stroke-[2.25]" aria-hidden="true" />
      </span>
      <div className="flex flex-1 items-baseline justify-between gap-4 pt-0.5">
        <p className="font-medium">{t(word)}</p>
        <time className="text-caption text-muted-foreground">{time}</time>
      </div>
    </li>
  )
}

function IcedCoffee({ label }: { label: string }) {
  return (
    <svg
      viewBox="0 0 320 190"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={label}
      className="block h-44 w-full"
    >
      <rect width="320" height="190" fill="#f0d9a8" />
      <rect y="132" width="320" height="58" fill="#c98f4a" />
      <circle cx="250" cy="58" r="34" fill="#f7ebd0" />
      <path d="M118 52h84l-10 104h-64z" fill="#fff8ea" />
      <path d="M121.5 82h77l-7 71h-63z" fill="#6b3d22" />
      <path d="M121.5 82h77l-2.2 22c-26 12-48-8-72.6 4z" fill="#b97c46" />
      <rect
        x="136"
        y="90"
        width="18"
        height="18"
        rx="3"
        fill="#fff8ea"
        opacity=".55"
        transform="rotate(14 145 99)"
      />
      <rect
        x="163"
        y="96"
        width="18"
        height="18"
        rx="3"
        fill="#fff8ea"
        opacity=".5"
        transform="rotate(-12 172 105)"
      />
      <path d="M174 22l8 2-14 60-7-1z" fill="#b4532f" />
      <rect x="114" y="46" width="92" height="9" rx="4.5" fill="#b4532f" />
    </svg>
  )
}
