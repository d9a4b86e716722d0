import { Check, CheckCheck, Clock, type LucideIcon, Smartphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { textKey } from '#shared/i18n/text-key.ts'
import { ChatBubble } from '#shared/ui/chat-bubble.tsx'
import { cn } from '#shared/ui/cn.ts'
import icedCoffee from './iced-coffee.svg'

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
          media={
            <img
              src={icedCoffee}
              alt={t('A cup of iced coffee')}
              className="block h-44 w-full object-cover"
            />
          }
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
