import type { Device } from '@kirim/contract/devices'
import { NAME_MAX_LENGTH } from '@kirim/contract/limits'
import { Smartphone, TriangleAlert, Users } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFieldProblem } from '#shared/forms/use-field-problem.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Select } from '#shared/ui/select.tsx'
import { type CampaignValues, groupOf } from '../values/campaign-values.ts'
import type { CampaignFormData } from '../values/use-campaign-form-data.ts'
import { AlsoFromField } from './also-from-field.tsx'
import { FoldingSection } from './folding-section.tsx'
import { WhoSummary } from './section-summaries.tsx'

const FIELDS = ['campaignName', 'deviceId', 'contactGroupId', 'alsoFrom'] as const

interface WhoSectionProps {
  data: CampaignFormData
  fixedDeviceId: string | null
}

/** Name, device and group. */
export function WhoSection({ data, fixedDeviceId }: WhoSectionProps) {
  const { t } = useTranslation()
  const { register } = useFormContext<CampaignValues>()
  return (
    <FoldingSection title={t('Who')} fields={FIELDS} summary={<WhoSummary data={data} />}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field
          label={t('Campaign name')}
          error={useFieldProblem<CampaignValues>('campaignName')}
          className="sm:col-span-2"
        >
          <Input
            {...register('campaignName')}
            autoComplete="off"
            maxLength={NAME_MAX_LENGTH}
            placeholder={t('e.g. Raya promotion 20% off')}
          />
        </Field>
        <DeviceField devices={data.devices} fixed={fixedDeviceId !== null} />
        <GroupField groups={data.groups} campaign={data.campaign} />
        <AlsoFromField devices={data.devices} />
      </div>
    </FoldingSection>
  )
}

function DeviceField({ devices, fixed }: { devices: readonly Device[]; fixed: boolean }) {
  const { t } = useTranslation()
  const { field } = useController<CampaignValues, 'deviceId'>({ name: 'deviceId' })
  const selected = devices.find((device) => device.id === field.value)
  // A device given by the URL stays selected: a campaign may be edited without its device, and no
  // other can be selected.
  useClearWhenGone('deviceId', (id) => !fixed && !devices.some((device) => device.id === id))
  const options = devices.map((device) => ({
    value: device.id,
    label: device.name || device.number,
    detail: device.connected ? device.number : `${device.number} (${t('Disconnected')})`,
  }))
  return (
    <Field
      label={t('Device')}
      error={useFieldProblem<CampaignValues>('deviceId')}
      hint={<DeviceHint none={devices.length === 0} fixed={fixed} selected={selected} />}
    >
      <Select
        value={selected ? field.value : ''}
        onValueChange={field.onChange}
        onBlur={field.onBlur}
        options={options}
        icon={<Smartphone aria-hidden="true" />}
        disabled={fixed || devices.length === 0}
        placeholder={
          fixed && !selected ? t('A device that is no longer linked') : t('Choose a device')
        }
      />
    </Field>
  )
}

interface DeviceHintProps {
  none: boolean
  fixed: boolean
  selected: Device | undefined
}

function DeviceHint({ none, fixed, selected }: DeviceHintProps) {
  const { t } = useTranslation()
  if (none) {
    return (
      <Link to="/scan-device" className="text-foreground underline underline-offset-2">
        {t('No devices found. Please connect a device on the WhatsApp page first.')}
      </Link>
    )
  }
  if (selected && !selected.connected) {
    return (
      <Warning>{t('This device is not connected. Messages are sent once it reconnects.')}</Warning>
    )
  }
  if (!fixed) return null
  return selected ? (
    t('The campaign belongs to this device.')
  ) : (
    <Warning>{t('This device is no longer linked to your account.')}</Warning>
  )
}

function GroupField({ groups, campaign }: Pick<CampaignFormData, 'groups' | 'campaign'>) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const countText = (count: number) => `· ${t('{n} contacts', { count, n: number(count) })}`
  const { field } = useController<CampaignValues, 'contactGroupId'>({ name: 'contactGroupId' })
  const own = campaign && groupOf(campaign)
  // The saved group stays selected, because the campaign keeps its people.
  useClearWhenGone('contactGroupId', (id) => id !== own && !groups.some(({ _id }) => _id === id))
  const selected = groups.find((group) => group._id === field.value)
  const options = groups.map((group) => ({
    value: group._id,
    label: group.name,
    detail: countText(group.count),
  }))
  if (campaign && own && !groups.some((group) => group._id === own)) {
    const label = t('{name} (as saved)', { name: campaign.contactGroupName })
    options.unshift({ value: own, label, detail: countText(campaign.progress.total) })
  }
  const none = options.length === 0
  return (
    <Field
      label={t('Contact group')}
      error={useFieldProblem<CampaignValues>('contactGroupId')}
      hint={
        (none && (
          <Link to="/contacts" className="text-foreground underline underline-offset-2">
            {t('Create a group on the contacts page.')}
          </Link>
        )) ||
        (selected?.count === 0 && (
          <Warning>{t('This group has no contacts yet, so no one would get the message.')}</Warning>
        ))
      }
    >
      <Select
        value={options.some(({ value }) => value === field.value) ? field.value : ''}
        onValueChange={field.onChange}
        onBlur={field.onBlur}
        options={options}
        icon={<Users aria-hidden="true" />}
        disabled={none}
        placeholder={none ? t('No contact groups found.') : t('Choose a group')}
      />
    </Field>
  )
}

/**
 * Clears a selected item that was deleted meanwhile, so that the field shows its error
 * [5.bulk.group].
 */
function useClearWhenGone(
  name: 'deviceId' | 'contactGroupId',
  isGone: (selected: string) => boolean,
): void {
  const { setValue } = useFormContext<CampaignValues>()
  const selected = useWatch<CampaignValues, typeof name>({ name })
  const gone = selected !== '' && isGone(selected)
  useEffect(() => {
    if (gone) setValue(name, '', { shouldDirty: true, shouldValidate: true })
  }, [name, gone, setValue])
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <span className="flex items-start gap-1.5 text-warning">
      <TriangleAlert className="mt-px size-3.5 stroke-2" aria-hidden="true" />
      {children}
    </span>
  )
}
