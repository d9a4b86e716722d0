import { Check, type LucideIcon } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#shared/ui/cn.ts'

interface WeatherChoice {
  value: string
  icon: LucideIcon
  label: string
  detail: string
}

interface WeatherChoicesProps {
  /** The id of the heading. */
  titleId: string
  choices: readonly WeatherChoice[]
  current: string
  onChoose: (value: string) => void
  /** Stands below the one that holds, which may be far from the end of the list. */
  children: ReactNode
}

/** Kinds of weather, of which one holds. */
export function WeatherChoices({
  titleId,
  choices,
  current,
  onChoose,
  children,
}: WeatherChoicesProps) {
  return (
    <RadioGroup.Root
      aria-labelledby={titleId}
      value={current}
      onValueChange={onChoose}
      className="grid grid-cols-2 gap-0.5 lg:grid-cols-1"
    >
      {choices.map((choice) => (
        <Fragment key={choice.value}>
          <Choice {...choice} />
          {choice.value === current && <div className="col-span-full empty:hidden">{children}</div>}
        </Fragment>
      ))}
    </RadioGroup.Root>
  )
}

function Choice({ value, icon: Icon, label, detail }: WeatherChoice) {
  const { t } = useTranslation()
  return (
    <RadioGroup.Item
      value={value}
      title={t(detail)}
      className="group flex min-h-8 min-w-0 items-center gap-2.5 rounded-md px-2.5 py-1 text-left max-sm:gap-2 max-sm:px-2 transition-colors duration-100 hover:bg-accent pointer-coarse:min-h-11 data-[state=checked]:bg-accent data-[state=checked]:font-medium"
    >
      <Icon
        aria-hidden="true"
        className={cn(
          'size-4 shrink-0 text-muted-foreground',
          value !== 'calm' && 'group-data-[state=checked]:text-warning',
        )}
      />
      <span className="min-w-0 flex-1 wrap-anywhere">{t(label)}</span>
      <RadioGroup.Indicator>
        <Check aria-hidden="true" className="size-4 text-primary" />
      </RadioGroup.Indicator>
    </RadioGroup.Item>
  )
}
