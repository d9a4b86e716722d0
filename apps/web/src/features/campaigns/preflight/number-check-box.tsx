import {
  type PreflightPeople,
  preflightCampaign,
  startNumberCheck,
  stopNumberCheck,
} from '@kirim/contract/campaign-preflight'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import type { NumberCheck } from '@kirim/contract/number-check'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { durationText } from '#shared/i18n/duration.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'

/** While numbers are checked, the report is reloaded at most this often. */
const RELOAD_MS = 30_000

/** An estimate: the server checks 20 numbers every 4.5 s and pauses for 60 s after each 500. */
function checkSeconds(numbers: number): number {
  const batches = Math.ceil(numbers / 20)
  return (batches - 1) * 4.5 + Math.floor(numbers / 500) * 60 + 1
}

interface NumberCheckBoxProps {
  device: Device | undefined
  contactGroupId: string
  campaign: BulkCampaign | null
  people: PreflightPeople
  /** The running check when the report was loaded. */
  check: NumberCheck | null
  /** When the report was loaded, in epoch milliseconds. */
  loadedAt: number
}

/** Offers to check which numbers are on WhatsApp, and shows the progress. */
export function NumberCheckBox({
  device,
  contactGroupId,
  campaign,
  loadedAt,
  ...last
}: NumberCheckBoxProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const queryClient = useQueryClient()
  const deviceId = device?.id ?? ''
  const [latest, setLatest] = useState<{ check: NumberCheck | null; at: number } | null>(null)
  const check = latest && latest.at >= loadedAt ? latest.check : last.check
  const reloadReport = () => {
    void queryClient.invalidateQueries({ queryKey: keyOf(preflightCampaign) })
  }
  useRealtimeEvent('number_check_changed', (changed) => {
    if (changed.deviceId !== deviceId) return
    const at = Date.now()
    setLatest({ check: changed.check, at })
    // Numbers found missing are subtracted in the report, so it is reloaded during a long check.
    if (changed.check === null || at - loadedAt > RELOAD_MS) reloadReport()
  })
  const onError = (error: unknown) =>
    toast({ title: messageOf(error, t('An unknown error occurred.')), tone: 'error' })
  const start = useSingleMutation({
    mutationFn: (absent: boolean) =>
      request(startNumberCheck, {
        params: { deviceId },
        body: { contactGroupId, absent, ...(campaign && { campaignId: campaign.id }) },
      }),
    onSuccess: reloadReport,
    onError,
  })
  const stop = useSingleMutation({
    mutationFn: () => request(stopNumberCheck, { params: { deviceId } }),
    onSuccess: reloadReport,
    onError,
  })
  const { unchecked, notOnWhatsApp } = last.people
  if (check) {
    return (
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-48 flex-1">
          <CheckProgress check={check} deviceName={device?.name || device?.number || ''} />
        </div>
        <Button size="sm" onClick={() => stop.mutate(undefined)} busy={stop.isPending}>
          {t('Stop')}
        </Button>
      </div>
    )
  }
  if (!device) return null
  const offer = (numbers: number, words: string, label: string, absent: boolean) =>
    numbers > 0 && (
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="tnum min-w-0 flex-1 basis-56 text-caption text-muted-foreground">{words}</p>
        <Button
          size="sm"
          onClick={() => start.mutate(absent)}
          busy={start.isPending && start.variables === absent}
          busyText={t('Processing...')}
          className="max-sm:w-full"
        >
          {label}
        </Button>
      </div>
    )
  const missing = notOnWhatsApp.people
  const facts = (numbers: number) => ({
    count: numbers,
    n: number(numbers),
    duration: durationText(checkSeconds(numbers), t),
  })
  return (
    <>
      {offer(
        unchecked,
        t(
          "{n} numbers haven't been checked on WhatsApp. Checking takes about {duration}.",
          facts(unchecked),
        ),
        t('Check {n} numbers', facts(unchecked)),
        false,
      )}
      {offer(
        missing,
        t('{n} numbers were not on WhatsApp at the last check. They may be now.', facts(missing)),
        t('Check again'),
        true,
      )}
    </>
  )
}

function CheckProgress({ check, deviceName }: { check: NumberCheck; deviceName: string }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { done, total, waits } = check
  const words = t('{done} of {total} numbers checked', {
    done: number(done),
    total: number(total),
  })
  return (
    <>
      <p className="tnum mb-1.5 text-caption text-muted-foreground">
        {waits
          ? t('{words}. Waiting for {device}, then it resumes automatically.', {
              words,
              device: deviceName,
            })
          : words}
      </p>
      <div
        role="progressbar"
        aria-label={t('Numbers checked')}
        aria-valuemin={0}
        aria-valuenow={done}
        aria-valuemax={total}
        className="h-2 overflow-hidden rounded-full bg-neutral-soft"
      >
        <div
          className="h-full rounded-full bg-primary transition-[width] duration-300 ease-out"
          style={{ width: `${(100 * done) / Math.max(1, total)}%` }}
        />
      </div>
    </>
  )
}
