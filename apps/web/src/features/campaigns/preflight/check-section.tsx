import { type Preflight, preflightCampaign } from '@kirim/contract/campaign-preflight'
import type { Device } from '@kirim/contract/devices'
import { PREVIEW_DRAWS } from '@kirim/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { keyOf } from '#shared/api/query.ts'
import { FormSection } from '#shared/forms/form-section.tsx'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useMissedEvents } from '#shared/realtime/use-missed-events.ts'
import { cn } from '#shared/ui/cn.ts'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Skeleton } from '#shared/ui/loading.tsx'
import { SteadyHeight } from '#shared/ui/steady-height.tsx'
import type { MediaChoice } from '../media/media-choice.ts'
import { type KnownFiles, useChosenMedia } from '../media/use-chosen-media.ts'
import type { CampaignFormData } from '../values/use-campaign-form-data.ts'
import { EndsAt } from './ends-at.tsx'
import { FindingsList } from './findings-list.tsx'
import { NumberCheckBox } from './number-check-box.tsx'
import { PeopleSum } from './people-sum.tsx'
import { TestBox } from './test-box.tsx'
import { ThreePreviews } from './three-previews.tsx'
import { useChecked, usePreflight } from './use-preflight.ts'

export interface CheckSectionProps {
  data: CampaignFormData
  files: KnownFiles
  media: MediaChoice
  onAddWording: () => void
}

/** Shows what would happen if the form were saved now. */
export function CheckSection({ data, files, media, onAddWording }: CheckSectionProps) {
  const { t } = useTranslation()
  const [draw, setDraw] = useState(0)
  const values = useChecked()
  const query = usePreflight(values, media, data.campaign, draw)
  useReloadOnChanges(data.devices)
  const { preflight, blocked, error, isFetching } = query
  return (
    <FormSection
      title={t('Check')}
      aside={
        isFetching && (
          <span role="status" className="text-caption text-muted-foreground">
            {t('Checking...')}
          </span>
        )
      }
    >
      {blocked && (
        <p className="text-caption text-muted-foreground">
          {blocked === 'incomplete'
            ? t('Choose a device and a group to see who the campaign will reach.')
            : t('Correct the intervals to see who the campaign will reach.')}
        </p>
      )}
      <SteadyHeight steady={error !== null} className={cn(blocked && 'hidden')}>
        {error && (
          <ErrorState
            message={messageOf(error, t('An unknown error occurred.'))}
            onRetry={query.refetch}
            busy={isFetching}
            className="rounded-lg border"
          />
        )}
        {!blocked && !error && !preflight && (
          // About as high as the report, so that the content below hardly moves.
          <div aria-busy="true" className="grid animate-appear gap-6">
            <Skeleton className="h-32" />
            <Skeleton className="h-28" />
            <Skeleton className="h-72" />
            <Skeleton className="h-20" />
          </div>
        )}
        {preflight && (
          <div
            aria-busy={isFetching || undefined}
            className="transition-opacity aria-busy:opacity-60 aria-busy:delay-300"
          >
            <Findings
              {...{ data, files, media, onAddWording, values, preflight }}
              loadedAt={query.loadedAt}
              onOthers={() => setDraw((draw + 1) % PREVIEW_DRAWS)}
            />
          </div>
        )}
      </SteadyHeight>
    </FormSection>
  )
}

/** Reloads the check when contacts, opt-outs or devices change. */
function useReloadOnChanges(devices: readonly Device[]): void {
  const queryClient = useQueryClient()
  const reload = () => {
    void queryClient.invalidateQueries({ queryKey: keyOf(preflightCampaign) })
  }
  const deviceState = devices
    .map(({ id, connected, problem }) => `${id} ${connected} ${problem?.code}`)
    .join()
  const previous = useRef(deviceState)
  useEffect(() => {
    if (previous.current === deviceState) return
    previous.current = deviceState
    void queryClient.invalidateQueries({ queryKey: keyOf(preflightCampaign) })
  }, [deviceState, queryClient])
  useRealtimeEvent('opt_outs_changed', reload)
  useRealtimeEvent('contacts_changed', reload)
  useMissedEvents(reload)
}

interface FindingsProps extends CheckSectionProps {
  values: ReturnType<typeof useChecked>
  preflight: Preflight
  loadedAt: number
  onOthers: () => void
}

function Findings(props: FindingsProps) {
  const { data, files, media, onAddWording, values, preflight, loadedAt, onOthers } = props
  const { devices, groups, campaign } = data
  const device = devices.find(({ id }) => id === values.deviceId)
  const group = groups.find(({ _id }) => _id === values.contactGroupId)
  const { people, estimate, dailyCap, previews, findings, check } = preflight
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <PeopleSum
          people={people}
          groupName={group?.name ?? campaign?.contactGroupName ?? ''}
          alreadyWritten={estimate.alreadyWritten}
        />
        <NumberCheckBox
          key={values.deviceId}
          {...{ device, campaign, people, check, loadedAt }}
          contactGroupId={values.contactGroupId}
        />
      </div>
      <EndsAt {...{ estimate, dailyCap }} />
      <FindingsList findings={findings} link={values.urlLink.trim()} onAddWording={onAddWording} />
      <ThreePreviews
        previews={previews}
        reached={people.reached}
        media={useChosenMedia(media, files)}
        startsAt={estimate.startsAt}
        hasWordings={values.variants.length > 0}
        onOthers={onOthers}
      />
      <TestBox {...{ device, values, media, campaign, previews }} />
    </div>
  )
}
