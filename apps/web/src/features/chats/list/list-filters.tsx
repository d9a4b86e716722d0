import { ChevronDown, type LucideIcon, Smartphone, Tag } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Menu, MenuChoice } from '#shared/ui/menu.tsx'
import { useChatLabels } from '../use-chat-labels.ts'
import { useOurNumbers } from '../use-our-numbers.ts'
import { type FiltersProps, MoreFilters } from './more-filters.tsx'

/** The value of a choice that filters nothing. */
const ANY = ' '

/** The filters above the list: the number, the label, and the others in a menu. */
export function ListFilters({ selection }: FiltersProps) {
  const { t } = useTranslation()
  const { numbers } = useOurNumbers()
  const { labels } = useChatLabels()
  const { filter, setFilter } = selection
  const number = filter.deviceId && numbers.get(filter.deviceId)?.name
  const label = labels.find(({ id }) => id === filter.labelId)?.name
  return (
    <div className="flex shrink-0 items-center gap-1.5 border-b px-4 py-2">
      <Menu
        align="start"
        trigger={<FilterButton icon={Smartphone} text={number || t('All numbers')} />}
      >
        <MenuChoice
          label={t('Number')}
          value={filter.deviceId ?? ANY}
          onValueChange={(value) => setFilter({ deviceId: value.trim() })}
          options={[
            { value: ANY, label: t('All numbers') },
            ...[...numbers.values()].map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </Menu>
      <Menu align="start" trigger={<FilterButton icon={Tag} text={label ?? t('Labels')} />}>
        <MenuChoice
          label={t('Label')}
          value={filter.labelId ?? ANY}
          onValueChange={(value) => setFilter({ labelId: value.trim() })}
          options={[
            { value: ANY, label: t('Any label') },
            ...labels.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </Menu>
      <span className="ml-auto flex">
        <MoreFilters selection={selection} />
      </span>
    </div>
  )
}

/** Given to a `Menu`, which adds what opens it. */
function FilterButton({
  icon: Icon,
  text,
  ...props
}: { icon: LucideIcon; text: string } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className="inline-flex h-8 min-w-0 items-center gap-1.5 rounded-md border bg-card px-2.5 text-caption whitespace-nowrap hover:bg-accent pointer-coarse:h-10 [&_.lucide]:size-3.5"
    >
      <Icon className="text-muted-foreground" aria-hidden="true" />
      <span className="truncate">{text}</span>
      <ChevronDown className="text-muted-foreground" aria-hidden="true" />
    </button>
  )
}
