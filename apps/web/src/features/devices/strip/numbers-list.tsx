import type { Device } from '@kirim/contract/devices'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '#shared/i18n/format.ts'
import { needsOwner } from './needs-owner.ts'
import { NumberCell } from './number-cell.tsx'

const SHOWN_MAX = 6

/** Each linked number in one cell, those that need their owner first. */
export function NumbersList({ numbers }: { numbers: readonly Device[] }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const inOrder = [...numbers].sort((one, other) => needOf(other) - needOf(one))
  return (
    <section aria-label={t('Numbers')} className="mb-5 overflow-hidden rounded-lg border bg-border">
      <ul className="flex flex-wrap gap-px">
        {inOrder.slice(0, SHOWN_MAX).map((device) => (
          <NumberCell key={device.id} device={device} />
        ))}
      </ul>
      {numbers.length > SHOWN_MAX && (
        <p className="mt-px bg-card px-5 py-3 text-caption max-sm:px-4">
          <Link
            to="/scan-device"
            className="tnum font-medium text-primary underline-offset-4 hover:underline"
          >
            {t('All {n} numbers', { n: number(numbers.length) })}
          </Link>
        </p>
      )}
    </section>
  )
}

/** Higher for what goes on only with its owner. */
function needOf(device: Device): number {
  if (needsOwner(device)) return 3
  if (device.connectionStatus === 'connecting') return 2
  return device.problem ? 1 : 0
}
