import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { HealthCell } from '../health-cell.tsx'

/** How long the network takes to answer through it; null while that is not known. */
export function ProxyCell({ host, latencyMs }: { host: string; latencyMs: number | null }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <HealthCell label={t('Proxy')} value={shortName(host)} title={host}>
      {latencyMs !== null && t('{n} ms', { n: number(latencyMs) })}
    </HealthCell>
  )
}

/** The first part of a name; an address as it is. */
function shortName(host: string): string {
  return /^[\d.]+$|:/.test(host) ? host : (host.split('.')[0] ?? host)
}
