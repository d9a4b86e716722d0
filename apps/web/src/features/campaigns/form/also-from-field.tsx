import type { Device } from '@kirim/contract/devices'
import { FURTHER_DEVICES_MAX } from '@kirim/contract/limits'
import { useId } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { CampaignValues } from '../values/campaign-values.ts'

/** Further devices that send the campaign; nothing while there is only one device. */
export function AlsoFromField({ devices }: { devices: readonly Device[] }) {
  const { t } = useTranslation()
  const id = useId()
  const own = useWatch<CampaignValues, 'deviceId'>({ name: 'deviceId' })
  const { field } = useController<CampaignValues, 'alsoFrom'>({ name: 'alsoFrom' })
  const others = devices.filter((device) => device.id !== own)
  if (own === '' || others.length === 0) return null
  const selectedIds = field.value.filter((one) => one !== own)
  const toggle = (one: string, on: boolean) =>
    field.onChange(on ? [...selectedIds, one] : selectedIds.filter((other) => other !== one))
  return (
    <fieldset
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-note`}
      className="min-w-0 sm:col-span-2"
    >
      <div className="flex items-baseline justify-between gap-3">
        <span id={`${id}-label`} className="text-caption font-medium">
          {t('Also send from')}
        </span>
        <span className="text-xs text-muted-foreground">{t('Optional')}</span>
      </div>
      <ul className="mt-1.5 grid grid-cols-1 gap-x-4 sm:grid-cols-2">
        {others.map((device) => {
          const checked = selectedIds.includes(device.id)
          return (
            <li key={device.id} className="min-w-0">
              <label className="flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  checked={checked}
                  disabled={!checked && selectedIds.length >= FURTHER_DEVICES_MAX}
                  onChange={(event) => toggle(device.id, event.target.checked)}
                  onBlur={field.onBlur}
                  className="size-4 shrink-0 accent-primary"
                />
                <span className="min-w-0 truncate">
                  {device.name || device.number}{' '}
                  <span className="tnum text-muted-foreground">
                    {device.connected ? device.number : t('Disconnected')}
                  </span>
                </span>
              </label>
            </li>
          )
        })}
      </ul>
      <p id={`${id}-note`} className="text-xs text-muted-foreground">
        {t('Each person gets one message, from the first device that is free.')}
      </p>
    </fieldset>
  )
}
