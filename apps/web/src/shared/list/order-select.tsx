import { useTranslation } from 'react-i18next'
import { Select } from '#shared/ui/select.tsx'
import type { SortingState } from './use-list.ts'

interface OrderSelectProps<K extends string> {
  columns: readonly { by: K; label: string }[]
  sorting: SortingState<K>
  /** Where to show it: it replaces the column heads on narrow screens. */
  className: string
}

const AS_LISTED = 'as-listed'

/** Sorts by any column on screens too narrow for column heads. */
export function OrderSelect<K extends string>({
  columns,
  sorting,
  className,
}: OrderSelectProps<K>) {
  const { t } = useTranslation()
  const orders = columns.flatMap(({ by, label }) => [
    { value: by as string, label: t('{column}, ascending', { column: label }), by },
    { value: `-${by}`, label: t('{column}, descending', { column: label }), by },
  ])
  const { current, change } = sorting
  return (
    <Select
      aria-label={t('Order')}
      className={className}
      value={current ? `${current.descending ? '-' : ''}${current.by}` : AS_LISTED}
      onValueChange={(value) => {
        const order = orders.find((one) => one.value === value)
        change(order ? { by: order.by, descending: value.startsWith('-') } : null)
      }}
      options={[{ value: AS_LISTED, label: t('As listed') }, ...orders]}
    />
  )
}
